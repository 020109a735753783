"""A benchmark as the two files that load_benchmark reads."""

import json
from collections.abc import Iterator

from arena.benchmarks.models import Benchmark, Case
from arena.benchmarks.selectors import cases_of

TEXTS = ("abstract", "venue", "citation", "license", "license_url", "landing_url", "pdf_url")


def manifest_of(benchmark: Benchmark) -> str:
    """manifest.jsonl: the papers as they are known now, corrections and all, each with the sha256 of its PDF."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(benchmark))


def about_of(benchmark: Benchmark) -> str:
    """benchmark.json."""
    about = {"name": benchmark.name, "title": benchmark.title, "description": benchmark.description}
    return json.dumps(about, ensure_ascii=False, indent=2) + "\n"


def _rows(benchmark: Benchmark) -> Iterator[dict[str, object]]:
    for case in cases_of(benchmark):
        yield {key: value for key, value in _row(case).items() if value not in ("", None, {})}


def _row(case: Case) -> dict[str, object]:
    return {
        "case_id": case.case_id,
        "title": case.title,
        "authors": case.authors,
        "discipline": case.discipline,
        "expected_sha256": case.pdf_sha256 or case.expected_sha256,
        "pdf": f"{case.case_id}.pdf",
        "year": case.year,
        **{name: getattr(case, name) for name in TEXTS},
        "identifiers": case.identifiers,
        "pages": case.pages,
    }
