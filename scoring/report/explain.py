"""What each part of a report says, in a sentence or two; empty where there is nothing to say."""

from math import exp

from scoring.report.model import Report
from scoring.report.referee import InfluenceResult
from scoring.report.wording import (
    counted,
    decimal_range,
    discipline_name,
    listed,
    percent,
    percent_range,
    points,
    signed,
)


def _first(report: Report) -> tuple[str, ...]:
    """Who stands first in the largest group."""
    return tuple(system.system for system in report.systems if system.component == 1 and system.rank == 1)


def tiers(report: Report) -> str:
    """Which systems can be told apart."""
    if not report.tiers:
        return ""
    if len(report.tiers) == 1 and len(report.tiers[0]) == len(report.systems):
        return f"One tier: none of the {len(report.systems)} systems is surely below the first."
    group = {system.system: system.component for system in report.systems}
    by_group: dict[int, list[str]] = {}
    for tier in report.tiers:
        own = by_group.setdefault(group[tier[0]], [])
        own.append(f"{len(own) + 1}. {listed(tier, 12)}")
    several = len(set(group.values())) > 1
    written = " ".join(
        f"{f'Tiers of group {number}' if several else 'Tiers'}: {'; '.join(own)}." for number, own in by_group.items()
    )
    return (
        f"{written} A tier opens with its best system and ends before the first one that is surely below that, "
        "at 95% for all pairs together; members of one tier need not be alike."
    )


def intervals(report: Report) -> str:
    """What the other ways to draw would have said of the leader."""
    line = next((line for line in report.variants if line.system in _first(report)[:1]), None)
    if line is None or line.crossed.ci_low is None or line.crossed.ci_high is None:
        return ""
    row = line.row
    if row.ci_low is None or row.ci_high is None or row.ci_high <= row.ci_low:
        return ""
    ratio = (line.crossed.ci_high - line.crossed.ci_low) / (row.ci_high - row.ci_low)
    compared = (
        f"For {line.system} the interval from papers and reviewers together is {signed(ratio, 1)} times as wide as the "
        "one that takes every judgment as independent."
    )
    if ratio < 1.05:
        return f"{compared} In these data drawing papers and reviewers adds nothing to the spread of single judgments."
    return (
        f"{compared} Two judgments of one paper or by one person are not, so the narrower ones claim more than the "
        "data hold."
    )


def reviewer_influence(report: Report) -> str:
    """What the most influential reviewer moves."""
    return _influence(report, report.influence.reviewers if report.influence else (), "reviewer")


def paper_influence(report: Report) -> str:
    """What the most influential paper moves."""
    return _influence(report, report.influence.papers if report.influence else (), "paper")


def _influence(report: Report, lines: tuple[InfluenceResult, ...], what: str) -> str:
    known = [line for line in lines if line.shift is not None]
    if not known:
        return f"Leaving out one {what} cannot be estimated: {lines[0].reason}." if lines else ""
    most = known[0]
    if not most.shift:
        return f"Leaving out any one {what} changes no beat probability."
    sentence = (
        f"Without {what} {most.name} ({counted(most.n, 'judgment')}) the beat probability of {most.system} changes by "
        f"{points(most.shift)}, more than without any other."
    )
    if len(known) == 1:
        sentence = sentence.replace(", more than without any other", "")
    changing = [line.name for line in known if set(line.leaders) != set(_first(report))]
    if changing:
        sentence += f" First place changes without {listed(changing)}."
    else:
        sentence += f" First place stays the same whichever {what} is left out."
    unknown = len(lines) - len(known)
    if unknown:
        sentence += f" For {counted(unknown, what)} nothing can be estimated without it."
    return sentence


def fragility(report: Report) -> str:
    """How few answers would change first place."""
    fragile = report.fragility
    if fragile is None or not report.input.ranked:
        return ""
    if fragile.flips is None:
        return f"How many answers would change first place cannot be said: {fragile.reason}."
    share = percent(fragile.flips / fragile.n) if fragile.n else "–"
    return (
        f"Answering at most {fragile.flips:,} of {fragile.n:,} judgments the other way ({share}) puts "
        f"{fragile.challenger} level with {fragile.leader} or above. This is an upper bound, found step by step and "
        "confirmed by a new fit; a smaller number may do."
    )


def side(report: Report) -> str:
    """What standing on the left was worth."""
    position = report.position
    if not report.input.ranked:
        return ""
    if position.effect is None:
        why = position.effect_reason
        return f"The pull of the left side cannot be estimated: {why}." if why else ""
    spread = decimal_range(position.effect_low, position.effect_high)
    interval = f"95% interval {spread}" if spread != "–" else "no interval, see the notes"
    return (
        f"With the systems held equal, standing on the left adds δ = {signed(position.effect)} to the logit "
        f"({interval}): of two equal posters the left one would be chosen in "
        f"{percent(1 / (1 + exp(-position.effect)))} of comparisons."
    )


def tie_model(report: Report) -> str:
    """What Davidson's model changes."""
    model = report.tie_model
    if model is None or not report.input.ranked:
        return ""
    if model.nu is None or model.largest_change is None:
        return f"Davidson’s tie model cannot be fitted: {model.reason}." if model.reason else ""
    if not report.input.ties:
        return "No judgment is a tie, so a model with ties as an outcome of their own is the same model."
    if not model.largest_change and not model.rank_changes:
        return (
            f"Davidson’s model, in which a tie is an outcome of its own (ν = {signed(model.nu)}), changes no beat "
            "probability and no rank."
        )
    ranks = "no rank" if not model.rank_changes else counted(model.rank_changes, "rank")
    return (
        f"Davidson’s model, in which a tie is an outcome of its own (ν = {signed(model.nu)}), changes the beat "
        f"probability of {model.system} the most, by {points(model.largest_change)}, and {ranks}."
    )


def levels(report: Report) -> str:
    """What stands behind the correlation over systems."""
    level = report.alignment.system_level if report.alignment else None
    if level is None:
        return ""
    if level.pearson.value is None:
        return f"Over systems nothing can be said: {level.pearson.reason}." if level.pearson.reason else ""
    left_out = f" {listed(level.left_out)} cannot stand in it." if level.left_out else ""
    return (
        f"Over systems, {counted(len(level.points), 'point')} carry the correlation; its interval is of these systems "
        f"on other papers with other reviewers, and says nothing about further systems.{left_out}"
    )


def planning(report: Report) -> str:
    """Where today's uncertainty comes from."""
    plan = report.planning
    if plan is None or not report.input.ranked:
        return ""
    if plan.width is None:
        return f"No plan can be made from these judgments: {plan.reason}." if plan.reason else ""
    shares = (
        f"Of its variance {percent(plan.paper_share)} comes from which papers, {percent(plan.reviewer_share)} from "
        f"which reviewers and {percent(plan.judgment_share)} from single judgments."
    )
    alone = (
        "" if plan.judgments == report.input.ranked else " This is of the largest group of systems that are compared."
    )
    # A beat probability lies between 0 and 1, so a wider interval only says that nothing is known.
    width = f"{points(plan.width)} wide" if plan.width < 1 else "as wide as the whole scale: it says nothing yet"
    return (
        f"With {counted(plan.reviewers, 'reviewer')} and {counted(plan.judgments, 'judgment')} the two-way "
        f"cluster-robust interval of a beat probability with the mean variance is {width}. "
        f"{shares}{alone}"
    )


def failures(report: Report) -> str:
    """How often posters were flagged."""
    flagged = [line for line in report.failures if line.flagged]
    if not report.failures:
        return ""
    unsided = max((line.unsided for line in report.failures), default=0)
    if not flagged and not unsided:
        return "No response flags a poster as a critical failure."
    if not flagged:
        return "Responses flag a critical failure without saying on which side, so it counts for no system."
    most = max(flagged, key=lambda line: line.rate or 0)
    interval = percent_range(most.ci_low, most.ci_high)
    spread = f", 95% interval {interval}%" if interval != "–" else ""
    return (
        f"{most.system} was flagged most often, in {most.flagged:,} of the {counted(most.shown, 'response')} that "
        f"showed it ({percent(most.rate)}{spread})."
    )


def boards(report: Report) -> str:
    """Whether first place is the same everywhere."""
    named = [board for board in report.boards if board.systems and board.systems[0].rank == 1]
    if not named:
        return ""
    leaders = {
        board.discipline: {system.system for system in board.systems if system.rank == 1 and system.component == 1}
        for board in named
    }
    first = set(_first(report))
    other = [discipline_name(name) for name, own in leaders.items() if own != first]
    where = f"each of {len(named)} disciplines" if len(named) > 1 else discipline_name(named[0].discipline)
    if not other:
        stand = "stands first" if len(first) == 1 else "share first place"
        return f"{listed(sorted(first))} {stand} in {where}."
    return (
        f"First place differs from the whole in {listed(other)}. Each discipline has a part of the judgments only, so "
        "its intervals are wider and its order is less sure."
    )


def exclusions(report: Report) -> str:
    """What hangs on leaving responses out."""
    facts, found = report.input, report.with_excluded
    if not facts.excluded:
        return ""
    first = f"{counted(facts.responses - facts.excluded, 'response')} kept and {facts.excluded:,} excluded."
    if found is None:
        return f"{first} None of the excluded ones can be argued about, so nothing is to be compared."
    reported = {system.system: system for system in report.systems}
    pairs = [(reported[line.system], line) for line in found.systems if line.system in reported]
    moves = [
        abs(line.beat_probability - one.beat_probability)
        for one, line in pairs
        if line.beat_probability is not None and one.beat_probability is not None
    ]
    what = f"With {counted(found.arguable, 'excluded response')} counted"
    if not moves or found.components > 1 or len({system.component for system in report.systems}) > 1:
        return f"{first} {what}, the numbers below come out."
    ranks = sum(one.rank != line.rank for one, line in pairs)
    changed = (
        "no rank changes" if not ranks else f"{counted(ranks, 'system')} {'has' if ranks == 1 else 'have'} another rank"
    )
    return f"{first} {what}, beat probabilities move by at most {points(max(moves))}, and {changed}."


def coverage(report: Report) -> str:
    """How the judgments lie over papers and pairs."""
    cover = report.coverage
    if cover is None or not cover.cells:
        return ""
    most = max(count.judgments for count in cover.distribution)
    holes = "none is without a judgment" if not cover.empty else f"{cover.empty:,} have no judgment"
    cells = counted(cover.cells, "combination")
    return f"Of {cells} of a paper and a pair of systems {holes}; the most judged one has {most:,}."
