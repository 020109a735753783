"""The findings in plain sentences, for the page of a report and for the site."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from typing import Final

from scoring.report.model import AlignmentResult, Report, SystemResult
from scoring.report.wording import chance, counted, decimal_range, gap, listed, percent, percent_range, signed

# Fewer comparisons than this, without an interval, are told as counts: a percentage would claim more.
_FEW: Final = 20
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Reading:
    """One line of the table on reliability: a measure, its value and interval, and how to read it."""

    measure: str
    value: str
    interval: str
    reading: str


def headline(report: Report) -> str:
    """Who is preferred, how often, and who cannot be told apart from it."""
    group = [system for system in report.systems if system.component == 1 and system.beat_probability is not None]
    if not group:
        return "No judgment ranks two posters yet, so nothing can be said about which system is preferred."
    leaders = [system for system in group if system.rank == 1]
    people = "Simulated reviewers prefer" if report.input.simulated else "Reviewers prefer"
    if len(leaders) > 1:
        names = listed([system.system for system in leaders])
        level = f"all stand at {percent(leaders[0].beat_probability)}"
        limit = ", an estimate at a boundary" if any(system.boundary for system in leaders) else ""
        return f"{people} none of {names} over the others: {level}{limit}."
    top = leaders[0]
    return " ".join(part for part in (_claim(report, top, group), _apart(top, group), _elsewhere(report)) if part)


def _claim(report: Report, top: SystemResult, group: list[SystemResult]) -> str:
    """How often the first system is preferred, in a number only where the data bear one."""
    people = "Simulated reviewers" if report.input.simulated else "Reviewers"
    other = "the other system" if len(group) == 2 else "a random other system"
    answers = counted(top.n, "comparison")
    if top.boundary == "undefeated":
        every = "its only comparison" if top.n == 1 else f"every one of its {answers}"
        return (
            f"{people} preferred {top.system} in {every}. That sets no bound to how far it is ahead, so no number is "
            "given for how often it would be preferred."
        )
    if top.ci_low is None and top.n < _FEW:
        return (
            f"{people} preferred {top.system} in {top.wins:,} of its {answers} ({top.ties:,} equal, {top.losses:,} "
            "lost). It stands first, but so few answers, with no interval (see the notes), do not say how often it "
            "would be preferred."
        )
    interval = percent_range(top.ci_low, top.ci_high)
    spread = "no interval, see the notes" if interval == "–" else f"95% interval {interval}%"
    if top.boundary is not None:
        return (
            f"{people} prefer {top.system} over {other} in about {chance(top.beat_probability)} of comparisons, an "
            f"estimate at a boundary ({spread})."
        )
    return f"{people} prefer {top.system} over {other} in {chance(top.beat_probability)} of comparisons ({spread})."


def _apart(top: SystemResult, group: list[SystemResult]) -> str:
    others = [system for system in group if system is not top]
    if top.rank_high is None:
        return ""
    if top.rank_high > 1:
        level = [system.system for system in others if system.rank_low == 1]
        return f"It cannot be told apart from {listed(level, 4)}." if level else ""
    if len(others) > 1 and all(system.rank_low == 2 and system.rank_high == len(group) for system in others):
        return f"The other {_number(len(others))} cannot be told apart."
    return "It is ahead of every other system at 95% for all pairs together." if len(others) > 1 else ""


def _elsewhere(report: Report) -> str:
    rest = [system for system in report.systems if system.component != 1]
    return f"{counted(len(rest), 'system')} cannot be compared with it; see the notes." if rest else ""


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"


def lede(report: Report) -> str:
    """How far the automatic score can be trusted."""
    alignment = report.alignment
    if alignment is None:
        return "No automatic scores stand beside these judgments, so nothing is said about how far a score agrees."
    who = "simulated reviewers" if report.input.simulated else "people"
    if alignment.pearson_r is None:
        first = f"How far automatic scores and {who} agree cannot be estimated; the notes say why."
    else:
        interval = decimal_range(alignment.ci_low, alignment.ci_high)
        spread = "no interval" if interval == "–" else interval
        degree = _degree(alignment.pearson_r)
        first = f"Automatic scores and {who} {degree}, r = {signed(alignment.pearson_r)} ({spread})."
    return " ".join(part for part in (first, _by_gap(alignment)) if part)


def _degree(r: float) -> str:
    if r < -0.1:
        return "disagree"
    if r < 0.1:
        return "hardly agree"
    return "agree weakly" if r < 0.4 else "agree moderately" if r < 0.7 else "agree strongly"


def _by_gap(alignment: AlignmentResult) -> str:
    filled = [bucket for bucket in alignment.margins if bucket.agreement is not None]
    if len(filled) < 2:
        return ""
    wide, narrow = filled[-1], filled[0]
    return (
        f"Where the scores are {gap(wide.low, wide.high)} points apart, {percent(wide.agreement)} of the judgments "
        f"side with the score; at {gap(narrow.low, narrow.high)} points it is {percent(narrow.agreement)}."
    )


def readings(report: Report) -> tuple[Reading, ...]:
    """How solid the judgments are: agreement, position, self-consistency."""
    agreement, position, repeats = report.agreement, report.position, report.self_consistency
    seen = f"{counted(agreement.pairable, 'judgment')} of {counted(agreement.items, 'pair')} seen by two or more"
    chance = agreement.chance_agreement
    either_way = f"; counted in both orders of each pair {signed(agreement.alpha_either_way)}"
    return (
        Reading(
            "Agreement, Krippendorff’s α",
            signed(agreement.krippendorff_alpha),
            "–",
            seen + (either_way if agreement.alpha_either_way is not None else ""),
        ),
        Reading(
            "Raw agreement",
            percent(agreement.raw_agreement),
            "–",
            "not measured" if chance is None else f"chance alone would give {percent(chance)}",
        ),
        Reading(
            "Left poster chosen",
            percent(position.left_share),
            percent_range(position.ci_low, position.ci_high),
            _side(report),
        ),
        Reading(
            "Pull of the left side, δ",
            signed(position.effect),
            decimal_range(position.effect_low, position.effect_high),
            _pull(report),
        ),
        Reading(
            "Self-consistency",
            percent(repeats.share),
            "–",
            f"{repeats.same:,} of {repeats.compared:,} repeated pairs answered the same"
            if repeats.compared
            else "no pair was judged twice by the same reviewer",
        ),
        *_weights(report),
    )


def _pull(report: Report) -> str:
    effect = report.position.effect
    if effect is None:
        return report.position.effect_reason or "not measured"
    return f"in logit; of two equal posters the left one would be chosen in {percent(1 / (1 + exp(-effect)))}"


def _weights(report: Report) -> Iterator[Reading]:
    """How much hangs on one reviewer and on a few answers."""
    most = next((line for line in report.influence.reviewers if line.shift), None) if report.influence else None
    if most is not None and most.shift is not None:
        reading = f"percentage points: {most.system}’s beat probability without {most.name}"
        yield Reading("Most that one reviewer moves", signed(100 * most.shift, 1), "–", reading)
    fragile = report.fragility
    if fragile is not None and fragile.flips is not None:
        reading = f"of {fragile.n:,}, answered the other way, put {fragile.challenger} first or level; fewer may do"
        yield Reading("Answers that change first place", f"{fragile.flips:,}", "–", reading)


def _side(report: Report) -> str:
    position = report.position
    n = f"n = {position.n:,}"
    if position.ci_low is None or position.ci_high is None:
        return n
    if position.ci_low > 0.5 or position.ci_high < 0.5:
        side = "left" if position.ci_low > 0.5 else "right"
        return f"the interval leaves 50% out: the {side} side is favoured, {n}"
    return f"the interval holds 50%: no position bias seen, {n}"
