"""Small studies for the scoring tests, and the reconstructed published one."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from scoring.preference.comparisons import Comparisons, pair_ends
from scoring.records import JudgmentRecord
from scoring.words import Choice, CriticalFailure, Source

Judge = Callable[..., JudgmentRecord]


@pytest.fixture(scope="session")
def published() -> Path:
    """The reconstructed blind study of the AutoDesign paper (architecture 5.5), beside a developer's checkout."""
    folder = Path(__file__).resolve().parents[3] / "shared" / "data" / "published_study"
    if not folder.is_dir():
        pytest.skip("the reconstructed published study is not beside this checkout")
    return folder


@pytest.fixture
def judge() -> Judge:
    """One judgment in words: judge("p1", "R1", "a", "b", "left")."""

    def make(
        case: str, reviewer: str, left: str, right: str, choice: str, *, critical_failure: str = "", **more: object
    ) -> JudgmentRecord:
        flag = CriticalFailure(critical_failure)
        return JudgmentRecord(case, reviewer, left, right, Choice(choice), critical_failure=flag, **more)

    return make


@pytest.fixture
def random_study() -> Callable[..., list[JudgmentRecord]]:
    """Judgments of random pairs by random reviewers, with ties and unequal systems; the same for the same seed."""

    def make(
        *,
        systems: int = 4,
        papers: int = 20,
        reviewers: int = 6,
        votes: int = 200,
        seed: int = 1,
        source: Source | None = None,
    ) -> list[JudgmentRecord]:
        rng = np.random.default_rng(seed)
        names = [f"s{number}" for number in range(systems)]
        strength = np.linspace(0.6, -0.6, systems)
        seen: set[tuple[int, int, int, int]] = set()
        records = []
        while len(records) < votes:
            left, right = rng.choice(systems, 2, replace=False).tolist()
            paper, reviewer = int(rng.integers(papers)), int(rng.integers(reviewers))
            key = (paper, reviewer, min(left, right), max(left, right))
            if key in seen:
                continue
            seen.add(key)
            chance = 1 / (1 + np.exp(strength[right] - strength[left]))
            choice = Choice.EQUAL if rng.random() < 0.25 else Choice.LEFT if rng.random() < chance else Choice.RIGHT
            records.append(
                JudgmentRecord(f"p{paper:02d}", f"R{reviewer:02d}", names[left], names[right], choice, source=source)
            )
        return records

    return make


@pytest.fixture
def random_comparisons() -> Callable[..., Comparisons]:
    """Random comparisons straight as arrays, for sizes at which records would be slow."""

    def make(*, systems: int, papers: int, reviewers: int, votes: int, seed: int = 1) -> Comparisons:
        rng = np.random.default_rng(seed)
        first, second = pair_ends(systems)
        strength = rng.normal(0, 0.5, systems)
        pair = rng.integers(0, len(first), votes)
        chance = 1 / (1 + np.exp(strength[second[pair]] - strength[first[pair]]))
        h2 = np.where(rng.random(votes) < 0.27, 1, np.where(rng.random(votes) < chance, 2, 0))
        paper, reviewer = rng.integers(0, papers, votes), rng.integers(0, reviewers, votes)
        order = np.lexsort((pair, reviewer, paper))
        return Comparisons(
            systems=tuple(f"s{number:03d}" for number in range(systems)),
            papers=tuple(f"p{number:04d}" for number in range(papers)),
            reviewers=tuple(f"r{number:03d}" for number in range(reviewers)),
            paper=paper[order],
            reviewer=reviewer[order],
            pair=pair[order],
            h2=h2[order],
            first_on_left=rng.random(votes) < 0.5,
        )

    return make
