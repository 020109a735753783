"""What scoring one poster costs, stage by stage, beside a plain call of rapidocr on the same picture in the same run.

    python tests/bench/bench_scoring.py [POSTER.png ...]

Processor time of one thread and the peak of memory, each engine in a process of its own. Without posters one is drawn
(4800 x 3600, three columns, about 500 words) whose words are known, and the share of them that was read is told, too.
"""

import os

# Before numpy loads: one thread, so that the ratio does not depend on the machine's cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPO))

WORDS = """lakes warmed faster than the air above them and shallow basins lost ice cover two weeks earlier wind explains
part of the spread between stations evaporation most regression intervals from a block bootstrap of whole years"""


def draw_poster(file: Path) -> list[str]:
    """A poster of three columns; its words."""
    from PIL import Image, ImageDraw, ImageFont

    from arena.core.fonts import FACES, folder_of

    package, name = FACES["sans-regular"]
    face = str(folder_of(package) / name)
    picture = Image.new("RGB", (4800, 3600), "white")
    pen = ImageDraw.Draw(picture)
    title = "Warming of small lakes in a dry decade"
    pen.text((120, 100), title, font=ImageFont.truetype(face, 190), fill="#143c6e")
    words, stock = title.split(), WORDS.split()
    font = ImageFont.truetype(face, 62)
    for column in range(3):
        for line in range(30):
            chosen = [stock[(31 * column + 7 * line + place) % len(stock)] for place in range(6)]
            words += chosen
            pen.text((120 + 1560 * column, 500 + 98 * line), " ".join(chosen), font=font, fill="#202224")
    picture.save(file)
    return words


def spent(start: float) -> float:
    return 1000 * (time.process_time() - start)


def ours(poster: Path) -> dict[str, object]:
    """Milliseconds of each stage of our evaluation, and what was read."""
    from scoring.posterbench import ocr
    from scoring.posterbench.evaluate import evaluate_lines
    from scoring.posterbench.raster import load_raster
    from scoring.posterbench.textfinder import find_lines
    from scoring.posterbench.textreader import read_strips
    from scoring.records import PaperText

    start = time.process_time()
    detector, recogniser = ocr._engine(1)
    stages = {"open the models (once a process)": spent(start)}
    start = time.process_time()
    raster = load_raster(poster)
    stages["decode and scale"] = spent(start)
    start = time.process_time()
    strips = find_lines(raster, detector)
    stages[f"find {len(strips)} lines"] = spent(start)
    start = time.process_time()
    readings = read_strips(raster, strips, recogniser)
    stages["read them"] = spent(start)
    lines = ocr.lines_of(raster, strips, readings)
    start = time.process_time()
    evaluate_lines(raster, lines, PaperText(text=" ".join(line.text for line in lines) or "nothing"))
    stages["seven dimensions"] = spent(start)
    return {"stages": stages, "text": " ".join(line.text for line in lines)}


def plain(poster: Path) -> dict[str, object]:
    """rapidocr with its own settings on the picture as the evaluation sees it, one thread."""
    import numpy as np
    import rapidocr

    from scoring.posterbench.raster import load_raster

    raster = load_raster(poster)
    threads = {"EngineConfig.onnxruntime.intra_op_num_threads": 1, "EngineConfig.onnxruntime.inter_op_num_threads": 1}
    engine = rapidocr.RapidOCR(params={"Global.log_level": "error", **threads})
    small = np.full((64, 320, 3), 255, dtype=np.uint8)
    engine(small)  # opens the models
    start = time.process_time()
    found = engine(np.ascontiguousarray(raster.rgb[:, :, ::-1]))
    return {"stages": {"rapidocr": spent(start)}, "text": " ".join(found.txts or ())}


ENGINES = {"ours": ours, "plain": plain}


def in_own_process(engine: str, poster: Path) -> dict[str, object]:
    command = [sys.executable, __file__, "--engine", engine, str(poster)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def told(found: dict[str, object], known: list[str] | None) -> str:
    recall = ""
    if known is not None:
        read, wanted = Counter(re.findall(r"\w+", str(found["text"]).lower())), Counter(word.lower() for word in known)
        recall = f", {(read & wanted).total() / wanted.total():.1%} of the words"
    return f"{found['megabytes']:.0f} MB at most{recall}"


def report(poster: Path, known: list[str] | None) -> None:
    mine, other = in_own_process("ours", poster), in_own_process("plain", poster)
    stages: dict[str, float] = mine["stages"]
    sys.stdout.write(f"{poster.name}\n")
    for name, milliseconds in stages.items():
        sys.stdout.write(f"  {name:<36}{milliseconds:>8,.0f} ms\n")
    reading = sum(value for name, value in stages.items() if name.startswith(("find", "read")))
    each = sum(value for name, value in stages.items() if "once" not in name)
    sys.stdout.write(f"  {'one poster':<36}{each:>8,.0f} ms   {told(mine, known)}\n")
    theirs = other["stages"]["rapidocr"]
    sys.stdout.write(f"  {'plain rapidocr':<36}{theirs:>8,.0f} ms   {told(other, known)}; ")
    sys.stdout.write(f"our reading takes {reading / theirs:.2f} of it\n")


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--engine"]:
        found = ENGINES[arguments[1]](Path(arguments[2]))
        found["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        sys.stdout.write(json.dumps(found))
        return
    for name in arguments:
        report(Path(name), None)
    if not arguments:
        with tempfile.TemporaryDirectory() as folder:
            poster = Path(folder) / "drawn.png"
            report(poster, draw_poster(poster))


if __name__ == "__main__":
    main(sys.argv[1:])
