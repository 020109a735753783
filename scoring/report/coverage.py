"""Which papers and pairs were judged how often."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from scoring.preference import Comparisons
from scoring.preference.arrays import Ints
from scoring.preference.comparisons import pair_ends
from scoring.report.model import PairResult
from scoring.report.referee import CellCount, CoverageResult, PaperCoverage

# Ten systems. A table of papers by more pairs is read by nobody, and the judgments themselves are in the archive.
MOST_PAIRS: Final = 45

Rows = tuple[tuple[int, ...], ...]


def coverage_result(comparisons: Comparisons, cases: Iterable[str]) -> CoverageResult:
    """Ranked judgments by paper and by cell; `cases` are all papers of the report, also those nobody judged.

    Memory: one integer per paper with a judgment and pair.
    """
    table = _table(comparisons)
    n, covered = table.sum(axis=1).tolist(), (table > 0).sum(axis=1).tolist()
    by_reviewer = _counted(comparisons.paper, comparisons.reviewer, len(comparisons.papers), len(comparisons.reviewers))
    reviewers = (by_reviewer > 0).sum(axis=1).tolist()
    judged = {
        name: PaperCoverage(name, n[place], covered[place], reviewers[place])
        for place, name in enumerate(comparisons.papers)
    }
    papers = tuple(judged.get(name, PaperCoverage(name, 0, 0, 0)) for name in sorted(judged.keys() | set(cases)))
    cells = len(papers) * comparisons.n_pairs
    sizes = np.bincount(table.ravel(), minlength=1).tolist()
    sizes[0] += cells - table.size
    return CoverageResult(
        cells=cells,
        empty=sizes[0],
        papers=papers,
        distribution=tuple(CellCount(judgments, count) for judgments, count in enumerate(sizes) if count),
    )


def coverage_counts(comparisons: Comparisons, papers: Sequence[PaperCoverage], pairs: Sequence[PairResult]) -> Rows:
    """Ranked judgments of each pair (a row each, as given) on each paper; nothing for more than MOST_PAIRS pairs."""
    if len(pairs) > MOST_PAIRS:
        return ()
    table = _table(comparisons)
    names = comparisons.systems
    first, second = pair_ends(len(names))
    column = {frozenset((names[i], names[j])): k for k, (i, j) in enumerate(zip(first, second, strict=True))}
    row = {name: place for place, name in enumerate(comparisons.papers)}
    return tuple(
        tuple(int(table[row[paper.case_id], k]) if paper.case_id in row else 0 for paper in papers)
        for k in (column[frozenset((pair.a, pair.b))] for pair in pairs)
    )


def _table(comparisons: Comparisons) -> Ints:
    """Papers with a judgment x pairs."""
    return _counted(comparisons.paper, comparisons.pair, len(comparisons.papers), comparisons.n_pairs)


def _counted(row: Ints, column: Ints, rows: int, columns: int) -> Ints:
    counts = np.bincount(row.astype(np.int64) * columns + column, minlength=rows * columns)
    return counts.astype(np.int64, copy=False).reshape(rows, columns)
