"""A comparison of two reports in words: what changed in sentences, and what each number is called."""

from collections.abc import Iterator, Sequence
from typing import Final

from scoring.report.compare_records import Change, Comparison, Estimate, FactChange, PairChange, SystemChange
from scoring.report.wording import counted, decimal_range, listed, percent, percent_range, signed

# What measures of a report are called; the ones named here are no shares and stand as decimals.
MEASURES: Final = {
    "pearson_r": "Pearson’s r",
    "spearman": "Spearman’s ρ",
    "kendall": "Kendall’s τ",
    "krippendorff_alpha": "Krippendorff’s α",
    "raw_agreement": "raw agreement",
    "left_share": "left poster chosen",
    "self_consistency": "self-consistency",
}
FACTS: Final = {
    "judgments_sha256": "judgments file",
    "scores_sha256": "scores file",
    "source": "source of the judgments",
    "critical_failures": "critical failures",
    "cases": "papers",
    "level": "level of the intervals",
    "margins": "margin edges",
}
_DECIMALS: Final = frozenset({"pearson_r", "spearman", "kendall", "krippendorff_alpha"})


def measure(change: Change) -> str:
    """The measure's name in words."""
    return MEASURES.get(change.name, change.name)


def value(change: Change, estimate: Estimate | None) -> str:
    """The number of one report: a percentage, or a decimal for what is no share; `–` where there is none."""
    number = None if estimate is None else estimate.value
    return signed(number, 3) if change.name in _DECIMALS else percent(number)


def interval(change: Change, estimate: Estimate | None) -> str:
    """The interval of one report; `–` where there is none."""
    if estimate is None:
        return "–"
    ends = (estimate.ci_low, estimate.ci_high)
    return decimal_range(*ends) if change.name in _DECIMALS else percent_range(*ends)


def difference(change: Change) -> str:
    """`+1.3 points` (of percent), `−0.012`; `–` where one of the two has no value."""
    if change.difference is None:
        return "–"
    decimal = change.name in _DECIMALS
    number = signed(change.difference, 3) if decimal else f"{signed(100 * change.difference, 1)} points"
    return f"+{number}" if change.difference > 0 else number


def overlap(change: Change) -> str:
    """What the two intervals do; `–` unless there are two."""
    return "–" if change.overlap is None else "overlap" if change.overlap else "do not overlap"


def rank_move(system: SystemChange) -> str:
    """`2 to 1`, `3`, `new`, `gone`."""
    before, after = system.rank_before, system.rank_after
    if before is None:
        return "new"
    if after is None:
        return "gone"
    old, new = (str(rank.rank) if rank.rank is not None else "–" for rank in (before, after))
    return old if old == new else f"{old} to {new}"


def fact(given: FactChange, *, before: bool) -> str:
    """One side of a fact; a fingerprint is cut to its first 12 digits, what is not there is `none`."""
    content = given.before if before else given.after
    if content is None:
        return "none"
    if given.name.endswith("_sha256"):
        return str(content)[:12]
    return f"{content:,}" if isinstance(content, int) and given.name != "seed" else str(content) or "none"


def fact_name(given: FactChange) -> str:
    """The fact's name in words."""
    return FACTS.get(given.name, given.name)


def headline(comparison: Comparison) -> str:
    """Who stands first in either report."""
    before, after = _leaders(comparison, before=True), _leaders(comparison, before=False)
    if not before and not after:
        return "Neither report ranks a system."
    if before == after:
        verb = "stands" if len(after) == 1 else "stand"
        return f"{listed(after)} {verb} first in both reports."
    if not before or not after:
        which, other = ("after", "before") if after else ("before", "after")
        verb = "stands" if len(after or before) == 1 else "stand"
        return f"{listed(after or before)} {verb} first in the report {which}; the report {other} ranks no system."
    return f"First place goes from {listed(before)} to {listed(after)}."


def _leaders(comparison: Comparison, *, before: bool) -> list[str]:
    ranks = ((s.system, s.rank_before if before else s.rank_after) for s in comparison.systems)
    return sorted(name for name, rank in ranks if rank is not None and rank.rank == 1 and rank.component == 1)


def sentences(comparison: Comparison) -> tuple[str, ...]:
    """What differs between the two reports, the label of simulated judgments first; nothing is called significant."""
    return (
        *_simulated(comparison),
        headline(comparison),
        *_made_from(comparison),
        *_field(comparison),
        *_moves(comparison),
        *_apart(comparison.pairs),
        *_scores(comparison),
    )


def _simulated(comparison: Comparison) -> Iterator[str]:
    if comparison.simulated_before and comparison.simulated_after:
        yield "Both reports are of simulated judgments: no person compared these posters."
    elif comparison.simulated_before or comparison.simulated_after:
        which, other = ("before", "after") if comparison.simulated_before else ("after", "before")
        yield (
            f"The report {which} is of simulated judgments and the report {other} is not: what differs between them "
            "is no change in what people prefer."
        )


def _made_from(comparison: Comparison) -> Iterator[str]:
    same = [
        name
        for name, alike in (
            ("judgments", comparison.same_judgments),
            ("scores", comparison.same_scores),
            ("options", comparison.same_options),
        )
        if alike
    ]
    other = [name for name in ("judgments", "scores", "options") if name not in same]
    if comparison.same_numbers:
        yield "No number compared here differs between the two reports."
    if not other:
        yield "Both are made from the same judgments and scores with the same options."
    else:
        also = f"; the {listed(same)} are the same" if same else ""
        yield f"The two reports differ in their {listed(other)}{also}."
    changed = [option for option in comparison.options if not option.same]
    if changed:
        facts = [
            f"{fact_name(option)} {fact(option, before=True)} before and {fact(option, before=False)} after"
            for option in changed
        ]
        yield f"Options: {'; '.join(facts)}."
    if not other and not comparison.same_numbers:
        yield "As numbers differ nevertheless, the program or its libraries are not the same."


def _field(comparison: Comparison) -> Iterator[str]:
    if comparison.systems and len(comparison.appeared) + len(comparison.disappeared) == len(comparison.systems):
        yield "The two reports have no system in common."
    if comparison.appeared:
        yield f"Only in the report after: {listed(comparison.appeared)}."
    if comparison.disappeared:
        yield f"Only in the report before: {listed(comparison.disappeared)}."
    moved = [
        system.system
        for system in comparison.systems
        if not system.same_field and system.rank_before is not None and system.rank_after is not None
    ]
    if moved:
        yield (
            f"{listed(moved)} {'is' if len(moved) == 1 else 'are'} measured against other systems than before, so the "
            "beat probabilities and ranks of the two reports answer different questions."
        )


def _moves(comparison: Comparison) -> Iterator[str]:
    both = [system for system in comparison.systems if system.rank_before and system.rank_after]
    told = [system for system in both if _ranks_differ(system) or system.beat.overlap is False]
    for system in told:
        before, after = system.rank_before, system.rank_after
        if before is None or after is None:
            continue
        if before.rank == after.rank:
            move = f"{system.system} keeps rank {after.rank}"
        elif before.rank is None or after.rank is None:
            move = f"{system.system} has {'no rank any more' if after.rank is None else 'a rank now'}"
        else:
            move = f"{system.system} moved from rank {before.rank} to {after.rank}"
        yield f"{move}: {_from_to(system.beat)}."
    kept = len(both) - len(told)
    if kept and not comparison.same_numbers:
        yield f"{counted(kept, 'system')} {'keeps its rank' if kept == 1 else 'keep their ranks'}."
    if any(system.beat.overlap is not None for system in told):
        yield (
            "Whether two intervals overlap is a description and no test: two reports that share judgments are not "
            "independent."
        )


def _ranks_differ(system: SystemChange) -> bool:
    before, after = system.rank_before, system.rank_after
    return before is not None and after is not None and before.rank != after.rank


def _from_to(change: Change) -> str:
    parts = [
        f"{value(change, estimate)} ({interval(change, estimate)})"
        if interval(change, estimate) != "–"
        else value(change, estimate)
        for estimate in (change.before, change.after)
    ]
    ends = {True: "; the intervals overlap", False: "; the intervals do not overlap", None: ""}[change.overlap]
    return f"{parts[0]} before and {parts[1]} after{ends}"


def _apart(pairs: Sequence[PairChange]) -> Iterator[str]:
    """Pairs that the simultaneous intervals of one report tell apart and those of the other do not."""
    told = [f"{pair.a} and {pair.b}" for pair in pairs if pair.apart_after and pair.apart_before is False]
    lost = [f"{pair.a} and {pair.b}" for pair in pairs if pair.apart_before and pair.apart_after is False]
    if told:
        yield f"Told apart by the simultaneous intervals after and not before: {'; '.join(told[:8])}{_rest(told)}."
    if lost:
        yield f"Told apart by the simultaneous intervals before and not after: {'; '.join(lost[:8])}{_rest(lost)}."


def _rest(names: Sequence[str]) -> str:
    return f"; and {len(names) - 8:,} more pairs" if len(names) > 8 else ""


def _scores(comparison: Comparison) -> Iterator[str]:
    for alignment in comparison.alignment:
        r = alignment.changes[0]
        if r.before is None or r.after is None:
            where = "after" if r.before is None else "before"
            yield f"Scores by {alignment.evaluator} are in the report {where} only."
        elif r.before != r.after:
            yield f"{measure(r)} between the scores of {alignment.evaluator} and the preferences: {_from_to(r)}."
