"""Sums of crossed resamples, both ways, against whole numbers added up one by one."""

import numpy as np
import pytest

from scoring.alignment import crossed_sums as module
from scoring.alignment.crossed_sums import crossed_sums
from scoring.preference.resampling import draw_crossed, named_rng


@pytest.mark.parametrize("full", [0, 1_000_000])
@pytest.mark.parametrize("cells", [1, 1_000_000])
@pytest.mark.parametrize("scale", [1, 1_000_001])  # the larger sums lie beyond single precision
def test_every_sum_is_exact(random_comparisons, monkeypatch, full: int, cells: int, scale: int) -> None:
    monkeypatch.setattr(module, "_FULL", full)
    monkeypatch.setattr(module, "_CELLS", cells)
    comparisons = random_comparisons(systems=4, papers=12, reviewers=5, votes=150)
    rng = np.random.default_rng(3)
    used = rng.random(150) < 0.8
    n = int(used.sum())
    column, values = rng.integers(0, 3, n), [rng.integers(0, 3, n) * scale, np.broadcast_to(2, n)]
    drawn = draw_crossed(12, 5, 40, named_rng(0, "test"))
    found = crossed_sums(comparisons, used, column, values, drawn)
    assert found.shape == (40, 2, 3)
    paper, reviewer = comparisons.paper[used], comparisons.reviewer[used]
    for resample in range(40):
        weight = drawn.papers[resample].astype(int)[paper] * drawn.reviewers[resample].astype(int)[reviewer]
        expected = [[int((weight * value)[column == number].sum()) for number in range(3)] for value in values]
        assert found[resample].tolist() == expected


def test_nothing_to_add_up_has_no_column(random_comparisons) -> None:
    comparisons = random_comparisons(systems=4, papers=12, reviewers=5, votes=150)
    none = np.zeros(0, dtype=np.int64)
    drawn = draw_crossed(12, 5, 40, named_rng(0, "test"))
    assert crossed_sums(comparisons, np.zeros(150, dtype=bool), none, [none], drawn).shape == (40, 1, 0)
