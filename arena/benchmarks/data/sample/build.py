"""Builds the sample papers: computes their numbers, draws their figures, prints their PDFs, writes the manifest."""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib.util
import io
import json
import math
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from importlib.resources import files
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy: the same sums in the same order on any number of cores

import pypdfium2
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib import rc_context
from matplotlib.figure import Figure
from playwright.sync_api import Browser, sync_playwright

SAMPLE = Path(__file__).resolve().parent
sys.path.insert(0, str(SAMPLE))

from house import Study, rounded, set_style  # noqa: E402  (the folder is no package)

YEAR = 2026
AUTHORS = ["The Poster Arena authors"]
VENUE = "Poster Arena sample benchmark"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Chromium stamps a PDF with the time of printing; this time, of the same length, takes its place.
STAMP = re.compile(rb"/(CreationDate|ModDate) \(D:\d{14}[^)]*\)")
FIXED_TIME = b"D:20260101000000+00'00'"


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper's folder; its name is the case id, its parent's name the discipline."""

    folder: Path

    @property
    def case_id(self) -> str:
        return self.folder.name

    @property
    def discipline(self) -> str:
        return self.folder.parent.name

    @property
    def results(self) -> Path:
        return self.folder / "results.json"

    @property
    def pdf(self) -> Path:
        return self.folder / "paper.pdf"

    def compute(self) -> Study:
        """Run the paper's study.py."""
        spec = importlib.util.spec_from_file_location(
            f"study_{self.case_id.replace('-', '_')}", self.folder / "study.py"
        )
        if spec is None or spec.loader is None:
            raise SystemExit(f"{self.folder / 'study.py'} cannot be read")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module  # dataclasses look their module up
        spec.loader.exec_module(module)
        study: Study = module.run()
        return study


@dataclass(frozen=True, slots=True)
class Text:
    """A paper's text with every number filled in."""

    title: str
    abstract: str
    html: str


def papers() -> list[Paper]:
    return [Paper(study.parent) for study in sorted(SAMPLE.glob("*/*/study.py"))]


def differences(old: object, new: object, tolerance: float, where: str = "") -> Iterator[str]:
    """Every place where two result trees differ by more than `tolerance` (relative; 1e-6 absolute)."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in old:
            yield from differences(old[key], new[key], tolerance, f"{where}.{key}" if where else key)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (a, b) in enumerate(zip(old, new, strict=True)):
            yield from differences(a, b, tolerance, f"{where}[{number}]")
    elif isinstance(old, float) and isinstance(new, float):
        if not math.isclose(old, new, rel_tol=tolerance, abs_tol=1e-6):
            yield f"{where}: {old} is committed, {new} was computed"
    elif old != new:
        yield f"{where}: {old!r} is committed, {new!r} was computed"


# --- numbers in words -------------------------------------------------------------------------------------------------


def number(value: float, decimals: int = 0) -> str:
    """1234.5 -> "1,234.5" with a real minus sign, which zero never has."""
    return f"{value:z,.{decimals}f}".replace("-", "\N{MINUS SIGN}")


def signed(value: float, decimals: int = 0) -> str:
    return ("+" if value > 0 else "") + number(value, decimals)


def percent(value: float, decimals: int = 1) -> str:
    """0.1234 -> "12.3%"."""
    return f"{number(100 * value, decimals)}%"


def between(value: dict[str, float], decimals: int = 1, scale: float = 1) -> str:
    """The ends of an interval: "1.2 to 3.4"."""
    low, high = sorted((scale * value["low"], scale * value["high"]))
    return f"{number(low, decimals)} to {number(high, decimals)}"


def estimate(value: dict[str, float], decimals: int = 1, unit: str = "", scale: float = 1) -> str:
    """An estimate with its interval: "2.3 years (95% interval 1.2 to 3.4)"."""
    shown = number(scale * value["estimate"], decimals) + (unit if unit in ("", "%") else f" {unit}")
    return f"{shown} (95% interval {between(value, decimals, scale)})"


SMALL_NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def word(value: int) -> str:
    """Small whole numbers as words, as prose has them."""
    return SMALL_NUMBERS[value] if value < len(SMALL_NUMBERS) else number(value)


# --- from template to PDF ---------------------------------------------------------------------------------------------


def svg(name: str, figure: Figure) -> str:
    """The figure as an inline SVG whose labels are text."""
    buffer = io.StringIO()
    with rc_context({"svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def font_faces() -> str:
    """The packaged fonts as @font-face rules with their bytes inside."""
    rules = []
    for family, package, stem in (
        ("Source Serif Pro", "font_source_serif_pro", "SourceSerifPro"),
        ("Source Sans Pro", "font_source_sans_pro", "SourceSansPro"),
    ):
        for face, weight, style in (
            ("Regular", 400, "normal"),
            ("It", 400, "italic"),
            ("Semibold", 600, "normal"),
            ("Bold", 700, "normal"),
        ):
            data = Path(str(files(package)), "files", f"{stem}-{face}.otf").read_bytes()
            source = f"url(data:font/otf;base64,{base64.b64encode(data).decode()}) format('opentype')"
            rules.append(
                f"@font-face {{font-family: '{family}'; font-weight: {weight}; font-style: {style}; src: {source};}}"
            )
    return "\n".join(rules)


def plain(html: str) -> str:
    """HTML without its tags, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def tie_references(html: str) -> str:
    """Keep "Figure 1" in one line where the text refers to it; captions stay as they are."""
    return re.sub(r"(?<!<b>)\b(Figure|Figures|Table) (?=\d)", "\\1\N{NO-BREAK SPACE}", html)


def compose(paper: Paper, results: object, drawings: Mapping[str, str]) -> Text:
    """Fill the paper's template with its numbers and its figures as SVG."""
    environment = Environment(
        loader=FileSystemLoader([SAMPLE, paper.folder]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        num=number,
        signed=signed,
        pct=percent,
        between=between,
        est=estimate,
        word=word,
        cap=lambda text: text[:1].upper() + text[1:],
    )
    body = environment.get_template("paper.html.j2").make_module({"r": results, "figures": drawings})
    title, abstract = plain(str(body.title)), plain(str(body.abstract))
    html = environment.get_template("layout.html.j2").render(
        title=title,
        abstract=body.abstract,
        page=body.page,
        authors=AUTHORS,
        venue=VENUE,
        year=YEAR,
        body=Markup(tie_references(str(body))),  # noqa: S704  (already escaped by the same environment)
        fonts=Markup(font_faces()),  # noqa: S704
        css=Markup((SAMPLE / "paper.css").read_text(encoding="utf-8")),  # noqa: S704
    )
    return Text(title=title, abstract=abstract, html=html)


def print_pdf(browser: Browser, html: str) -> bytes:
    """Print one HTML document on the page size that its CSS names; the same input gives the same bytes."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "paper.html"
        source.write_text(html, encoding="utf-8")
        page = browser.new_page()
        page.goto(source.as_uri())
        page.evaluate("document.fonts.ready.then(() => true)")
        pdf = page.pdf(prefer_css_page_size=True, print_background=True, tagged=True, outline=True)
        page.close()

    def fixed(match: re.Match[bytes]) -> bytes:
        return b"/" + match[1] + b" (" + FIXED_TIME + b")"

    # The replacement has the length of what it replaces, so that the file's table of byte offsets stays right.
    without_time = STAMP.sub(fixed, pdf)
    if len(without_time) != len(pdf):
        raise SystemExit("Chromium writes its dates in another form than expected; adapt STAMP in build.py")
    return without_time


def find_browser() -> str:
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    raise SystemExit("No Chromium found. On Debian: apt-get install chromium-headless-shell")


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A headless Chromium. Root may not use its sandbox; the pages are our own and load nothing."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(),
            chromium_sandbox=not root,
            args=["--disable-gpu", "--font-render-hinting=none"],
        )
        yield browser
        browser.close()


def manifest_row(paper: Paper, text: Text) -> dict[str, object]:
    pages = len(pypdfium2.PdfDocument(paper.pdf))
    return {
        "case_id": paper.case_id,
        "title": text.title,
        "authors": AUTHORS,
        "discipline": paper.discipline,
        "year": YEAR,
        "venue": VENUE,
        "citation": f"{AUTHORS[0]} ({YEAR}). {text.title}. {VENUE}.",
        "license": "CC-BY-4.0",
        "license_url": "https://creativecommons.org/licenses/by/4.0/",
        "landing_url": None,
        "identifiers": {},
        "expected_sha256": hashlib.sha256(paper.pdf.read_bytes()).hexdigest(),
        "pdf": paper.pdf.relative_to(SAMPLE).as_posix(),
        "pages": pages,
        "abstract": text.abstract,
    }


def write_manifest(rows: list[dict[str, object]]) -> None:
    """Put each row in the place of its old one, and rows of new papers at the end."""
    path = SAMPLE / "manifest.jsonl"
    known = (
        {row["case_id"]: row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}
        if path.exists()
        else {}
    )
    known |= {row["case_id"]: row for row in rows}
    there = {paper.case_id for paper in papers()}
    lines = [json.dumps(row, ensure_ascii=False) for case_id, row in known.items() if case_id in there]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def check(chosen: list[Paper]) -> int:
    """Compute every study again and name each number that is not the committed one."""
    faults = 0
    for paper in chosen:
        started = time.perf_counter()
        study = paper.compute()
        found = list(
            differences(json.loads(paper.results.read_text(encoding="utf-8")), rounded(study.numbers), study.tolerance)
        )
        faults += len(found)
        for line in found:
            print(f"{paper.case_id}: {line}")
        print(f"{paper.case_id}: {'differs' if found else 'as committed'} ({time.perf_counter() - started:.1f} s)")
    return 1 if faults else 0


def build(chosen: list[Paper]) -> int:
    """Compute, draw and print the papers, then write their rows of the manifest."""
    rows = []
    with open_browser() as browser:
        for paper in chosen:
            started = time.perf_counter()
            study = paper.compute()
            results = rounded(study.numbers)
            paper.results.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            text = compose(paper, results, {name: svg(name, figure) for name, figure in study.figures.items()})
            paper.pdf.write_bytes(print_pdf(browser, text.html))
            rows.append(manifest_row(paper, text))
            size = paper.pdf.stat().st_size / 1000
            print(f"{paper.case_id}: {rows[-1]['pages']} pages, {size:.0f} kB ({time.perf_counter() - started:.1f} s)")
    write_manifest(rows)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="compute again and compare with results.json; write nothing"
    )
    parser.add_argument("case", nargs="*", help="case ids; all without any")
    options = parser.parse_args()
    known = {paper.case_id: paper for paper in papers()}
    if unknown := [case for case in options.case if case not in known]:
        parser.error(f"no such case: {', '.join(unknown)}; there are {', '.join(known)}")
    set_style()
    chosen = [known[case] for case in options.case] or list(known.values())
    return check(chosen) if options.check else build(chosen)


if __name__ == "__main__":
    sys.exit(main())
