"""Sums of crossed resamples, both ways, against whole numbers added up one by one."""

import numpy as np
import pytest

from scoring.preference import crossed_sums as module
from scoring.preference.crossed_sums import crossed_sums
from scoring.preference.resampling import draw_crossed, named_rng

PAPERS, REVIEWERS, ENTRIES = 12, 5, 150


@pytest.mark.parametrize("full", [0, 1_000_000])  # the table of entries, then the full table
@pytest.mark.parametrize("cells", [1, 1_000_000])
@pytest.mark.parametrize("scale", [1, 1_000_001])  # the larger sums lie beyond single precision
def test_every_sum_is_exact(monkeypatch, full: int, cells: int, scale: int) -> None:
    monkeypatch.setattr(module, "_FULL", full)
    monkeypatch.setattr(module, "_CELLS", cells)
    rng = np.random.default_rng(3)
    paper, reviewer = rng.integers(0, PAPERS, ENTRIES), rng.integers(0, REVIEWERS, ENTRIES)
    column, values = rng.integers(0, 3, ENTRIES), [rng.integers(0, 3, ENTRIES) * scale, np.broadcast_to(2, ENTRIES)]
    drawn = draw_crossed(PAPERS, REVIEWERS, 40, named_rng(0, "test"))
    found = crossed_sums(drawn, paper=paper, reviewer=reviewer, column=column, values=values, n_columns=4)
    assert found.shape == (40, 2, 4)  # the last column has no entry
    for resample in range(40):
        weight = drawn.papers[resample].astype(int)[paper] * drawn.reviewers[resample].astype(int)[reviewer]
        expected = [[int((weight * value)[column == number].sum()) for number in range(4)] for value in values]
        assert found[resample].tolist() == expected


@pytest.mark.parametrize("n_columns", [0, 2])
def test_nothing_to_add_up_is_nothing(n_columns: int) -> None:
    none = np.zeros(0, dtype=np.int64)
    drawn = draw_crossed(PAPERS, REVIEWERS, 40, named_rng(0, "test"))
    found = crossed_sums(drawn, paper=none, reviewer=none, column=none, values=[none], n_columns=n_columns)
    assert found.tolist() == [[[0] * n_columns]] * 40
