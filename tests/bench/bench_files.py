"""How long a million judgments take to read and check, and how much memory, beside Python's csv module in the same run.

    python tests/bench/bench_files.py [--rows 1000000] [--command]

The file has 100 systems, 1,000 papers and 500 reviewers, all columns of judgments.csv filled, and is made in a
temporary folder. Each measurement is a process of its own: `csv.reader` alone, which keeps nothing; a list of the rows
of `csv.DictReader`, which checks nothing; `read_judgments`; and with --command the whole `python -m scoring report`.
Processor time, and the largest resident size.

Exits with 1 where reading a million rows takes more than 25 s or 600 MB.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SYSTEMS, PAPERS, REVIEWERS = 100, 1000, 500
MOST_SECONDS, MOST_MEGABYTES = 25, 600  # for a million rows
DISCIPLINES = ("ai_ml", "biomed_health", "economics_policy")

WAYS = {
    "csv.reader, nothing kept": (
        "import csv, collections; collections.deque(csv.reader(open(path, newline='', encoding='utf-8')), maxlen=0)"
    ),
    "list of csv.DictReader": "import csv; rows = list(csv.DictReader(open(path, newline='', encoding='utf-8')))",
    "read_judgments": (
        "from pathlib import Path; from scoring.files import read_judgments; rows = read_judgments(Path(path))"
    ),
}


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time and the largest resident size of one process."""

    seconds: float
    megabytes: float


def write_file(path: Path, count: int) -> None:
    """Judgments of pairs that no reviewer sees twice for a paper; the same file for the same count."""
    rng = random.Random(1)
    seen: set[tuple[int, int, int, int]] = set()
    with path.open("w") as file:
        file.write(
            "judgment_id,case_id,discipline,reviewer,system_left,system_right,choice,critical_failure,shown_at,"
            "decided_at,seconds,source,revision,comment,repeat_of,excluded_reason\n"
        )
        while len(seen) < count:
            left, right = rng.sample(range(SYSTEMS), 2)
            paper, reviewer = rng.randrange(PAPERS), rng.randrange(REVIEWERS)
            key = (paper, reviewer, min(left, right), max(left, right))
            if key in seen:
                continue
            seen.add(key)
            number = len(seen)
            answer = rng.random()
            better = "left" if rng.random() < 0.5 + (right - left) / 300 else "right"
            choice = "equal" if answer < 0.25 else "skip" if answer < 0.26 else better
            minute = f"2026-05-01T{number // 60 % 24:02d}:{number % 60:02d}"
            comment = '"fine, really"' if number % 50 == 0 else ""
            file.write(
                f"{number},paper-{paper:04d},{DISCIPLINES[paper % 3]},R{reviewer:03d},system-{left:03d},"
                f"system-{right:03d},{choice},{'left' if number % 97 == 0 else ''},{minute}:00Z,"
                f"{minute}:{number % 60:02d}.5Z,{number % 60}.5,import,1,{comment},,\n"
            )


def cost(command: list[str]) -> Cost:
    """What a process of its own takes."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"failed: {command}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def show(name: str, found: Cost, least: Cost) -> None:
    ratio = found.seconds / least.seconds
    sys.stdout.write(f"{name:26s} {found.seconds:7.1f} s  {ratio:6.1f}x  {found.megabytes:7.0f} MB\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--command", action="store_true", help="the whole report, too")
    parser.add_argument("--make", type=Path, metavar="FILE", help="only make the file")
    given = parser.parse_args()
    if given.make is not None:
        write_file(given.make, given.rows)
        return 0
    with tempfile.TemporaryDirectory(prefix="bench-files-") as folder:
        path = Path(folder) / "judgments.csv"
        # A process starts with the size of the one that starts it, so this one stays small.
        cost([sys.executable, __file__, "--rows", str(given.rows), "--make", str(path)])
        sys.stdout.write(f"{given.rows:,} rows, {path.stat().st_size / 1e6:.0f} MB\n")
        costs = {
            name: cost([sys.executable, "-c", f"import sys; path = sys.argv[1]; {way}", str(path)])
            for name, way in WAYS.items()
        }
        least = next(iter(costs.values()))
        for name, found in costs.items():
            show(name, found, least)
        if given.command:
            out = str(Path(folder) / "report")
            show(
                "python -m scoring report",
                cost([sys.executable, "-m", "scoring", "report", "--judgments", str(path), "--out", out]),
                least,
            )
    ours, share = costs["read_judgments"], given.rows / 1_000_000
    return int(ours.seconds > MOST_SECONDS * max(share, 0.1) or ours.megabytes > MOST_MEGABYTES)


if __name__ == "__main__":
    sys.exit(main())
