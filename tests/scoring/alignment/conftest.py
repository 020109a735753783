"""Posters with ties in scores and preferences, and scores for a study."""

from collections.abc import Callable

import numpy as np
import pytest

from scoring.alignment import PosterRow
from scoring.preference import Comparisons
from scoring.records import ScoreRecord
from scoring.words import ScoreStatus


@pytest.fixture
def tied_posters() -> Callable[..., tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """x, y with many ties, and the paper of each poster; papers hold one to five posters."""

    def make(papers: int = 15, seed: int = 1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        rng = np.random.default_rng(seed)
        paper = np.repeat(np.arange(papers), rng.integers(1, 6, papers))
        x = rng.integers(30, 45, len(paper)) / 4
        y = np.round((x - 9) / 5 + rng.normal(0, 0.4, len(paper)), 1)
        return x, y, paper

    return make


@pytest.fixture
def random_rows() -> Callable[..., list[PosterRow]]:
    """Four posters of each paper with two-decimal scores and up to nine comparisons."""

    def make(papers: int = 15, seed: int = 1) -> list[PosterRow]:
        rng = np.random.default_rng(seed)
        return [
            PosterRow(
                f"p{case:02d}",
                f"s{system}",
                ScoreStatus.SCORED,
                round(float(rng.uniform(30, 95)), 2),
                *rng.integers(0, 4, 3).tolist(),
            )
            for case in range(papers)
            for system in range(4)
        ]

    return make


@pytest.fixture
def random_scores() -> Callable[..., list[ScoreRecord]]:
    """A score for every poster of a study's papers, some of them equal."""

    def make(comparisons: Comparisons, evaluator: str = "e", seed: int = 1) -> list[ScoreRecord]:
        rng = np.random.default_rng(seed)
        return [
            ScoreRecord(case, system, evaluator, ScoreStatus.SCORED, float(rng.integers(80, 130)) / 2)
            for case in comparisons.papers
            for system in comparisons.systems
        ]

    return make
