"""How often a system's poster was flagged as unusable."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.preference.arrays import Bools, Floats, Ints
from scoring.preference.crossed_sums import crossed_sums
from scoring.preference.intervals import Interval, NoInterval, no_interval, percentile_intervals, refusal, shares
from scoring.preference.resampling import draw_crossed, named_rng
from scoring.records import JudgmentRecord
from scoring.words import Choice, CriticalFailure


@dataclass(frozen=True, slots=True)
class FailureRate:
    """`flagged` of `shown` kept responses (rankings and skips) with this system's poster flagged it.

    unsided: responses that showed it and were flagged without saying which side; they are in `shown`, not in `flagged`.
    outside: responses in `shown` whose paper or reviewer has no ranking at all, so that no resample draws them.
    """

    system: str
    flagged: int
    shown: int
    unsided: int
    outside: int
    interval: Interval

    @property
    def rate(self) -> float | None:
        """flagged / shown; None for a system never shown."""
        return self.flagged / self.shown if self.shown else None


def failure_rates(
    kept: Sequence[JudgmentRecord], systems: Iterable[str], *, resamples: int, seed: int
) -> tuple[FailureRate, ...]:
    """Rate of each system, sorted by name, with its crossed interval; random numbers named "failures".

    `both` flags both posters. Papers and reviewers are resampled as for every crossed statistic: those with at least
    one ranking. A system without a single flag has no interval, because every resample says 0.
    Raises ValueError where a response shows a system that is not among `systems`.
    """
    names = sorted(set(systems))
    shown = _shown(kept, names)
    flagged = _count(shown.system[shown.flagged], len(names))
    total = _count(shown.system, len(names))
    unsided = _count(shown.system[shown.unsided], len(names))
    outside = _count(shown.system[~shown.drawn], len(names))
    intervals = _intervals(shown, total > 0, resamples, seed)
    return tuple(
        FailureRate(name, int(flagged[row]), int(total[row]), int(unsided[row]), int(outside[row]), intervals[row])
        for row, name in enumerate(names)
    )


@dataclass(frozen=True, slots=True)
class _Shown:
    """One entry for each poster of each response, first all left ones, then all right ones."""

    system: Ints
    flagged: Bools
    unsided: Bools
    drawn: Bools  # whether paper and reviewer are in the resampling universe
    paper: Ints  # index into the universe, or -1
    reviewer: Ints
    n_papers: int
    n_reviewers: int


def _shown(kept: Sequence[JudgmentRecord], names: Sequence[str]) -> _Shown:
    unknown = ({record.system_left for record in kept} | {record.system_right for record in kept}) - set(names)
    if unknown:
        raise ValueError(f"{min(unknown)} is not among the systems")
    number = {name: index for index, name in enumerate(names)}
    ranked = [record for record in kept if record.choice is not Choice.SKIP]
    papers = {name: index for index, name in enumerate(sorted({record.case_id for record in ranked}))}
    reviewers = {name: index for index, name in enumerate(sorted({record.reviewer for record in ranked}))}
    paper = np.array([papers.get(record.case_id, -1) for record in kept], dtype=np.int64)
    reviewer = np.array([reviewers.get(record.reviewer, -1) for record in kept], dtype=np.int64)
    left = np.array([number[record.system_left] for record in kept], dtype=np.int64)
    right = np.array([number[record.system_right] for record in kept], dtype=np.int64)
    flags = {
        flag: np.array([record.critical_failure is flag for record in kept], dtype=bool)
        for flag in CriticalFailure
        if flag is not CriticalFailure.NONE
    }
    both = flags[CriticalFailure.BOTH]
    return _Shown(
        system=np.concatenate([left, right]),
        flagged=np.concatenate([flags[CriticalFailure.LEFT] | both, flags[CriticalFailure.RIGHT] | both]),
        unsided=np.tile(flags[CriticalFailure.YES], 2),
        drawn=np.tile((paper >= 0) & (reviewer >= 0), 2),
        paper=np.tile(paper, 2),
        reviewer=np.tile(reviewer, 2),
        n_papers=len(papers),
        n_reviewers=len(reviewers),
    )


def _count(systems: Ints, n_systems: int) -> Ints:
    return np.bincount(systems, minlength=n_systems).astype(np.int64)


def _intervals(shown: _Shown, defined: Bools, resamples: int, seed: int) -> list[Interval]:
    n_systems = len(defined)
    why_not = refusal(shown.n_papers, shown.n_reviewers)
    if why_not is not None:
        return [no_interval(why_not)] * n_systems
    result = [no_interval(NoInterval.NO_SPREAD if known else NoInterval.NO_VALUE) for known in defined.tolist()]
    failing = np.unique(shown.system[shown.flagged & shown.drawn])
    if len(failing) == 0:
        return result
    rates = _resampled(shown, failing, resamples, seed)
    for system, interval in zip(
        failing.tolist(), percentile_intervals(rates, np.ones(len(failing), dtype=bool)), strict=True
    ):
        result[system] = interval
    return result


def _resampled(shown: _Shown, failing: Ints, resamples: int, seed: int) -> Floats:
    """(B, F) resampled rates of the systems with a flag; NaN where none of their posters was drawn."""
    draws = draw_crossed(shown.n_papers, shown.n_reviewers, resamples, named_rng(seed, "failures"))
    own = shown.drawn & np.isin(shown.system, failing)
    flagged, drawn = (
        crossed_sums(
            draws,
            paper=shown.paper[entries],
            reviewer=shown.reviewer[entries],
            column=np.searchsorted(failing, shown.system[entries]),
            values=[np.ones(int(entries.sum()), dtype=np.int64)],
            n_columns=len(failing),
        )[:, 0]
        for entries in (own & shown.flagged, own)
    )
    return shares(flagged, drawn)
