"""The tables of report.html as texts, cut to what a reader can take in; the CSV files hold everything."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.report.model import PairResult, Report, ReviewerLine, SystemResult
from scoring.report.referee import BoardSystem, DifferenceResult, InfluenceResult
from scoring.report.sentences import Reading
from scoring.report.wording import (
    chance,
    counted,
    discipline_name,
    listed,
    p_value,
    percent,
    percent_range,
    points_range,
    signed,
)

# Pairs of so many systems are 45 lines, as many as are read.
_TOP_SYSTEMS: Final = 10
_MOST_REVIEWERS: Final = 40
_MOST_INFLUENCES: Final = 10
_MOST_DISCIPLINES: Final = 8


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; numbers stand on the right."""

    name: str
    number: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts, the first of each a heading; note says what was left out, and where it stands."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def made(names: str, rows: Iterable[Sequence[str]], note: str = "") -> Table:
    """A table from headings like `System|Rank#`, where `#` marks a column of numbers."""
    columns = tuple(Column(name.removesuffix("#"), name.endswith("#")) for name in names.split("|"))
    return Table(columns, tuple(tuple(row) for row in rows), note)


def whole(value: int | None) -> str:
    """1234 as `1,234`; `–` for None."""
    return "–" if value is None else f"{value:,}"


def readings(lines: Iterable[Reading]) -> Table:
    """How solid the judgments are."""
    rows = [[line.measure, line.value, line.interval, line.reading] for line in lines]
    return made("Measure|Value#|95% interval#|Read it as", rows)


def systems(report: Report) -> Table:
    """The board."""
    several = len({system.component for system in report.systems}) > 1
    names = "System|Group#" if several else "System"
    rows = []
    for system in report.systems:
        ranks = "–" if system.rank_low is None else f"{system.rank_low}–{system.rank_high}"
        rows.append(
            [
                system.system,
                *([str(system.component)] if several else []),
                chance(system.beat_probability) + (f" ({system.boundary})" if system.boundary else ""),
                percent_range(system.ci_low, system.ci_high),
                whole(system.rank),
                ranks,
                signed(system.strength, 3),
                whole(system.wins),
                whole(system.ties),
                whole(system.losses),
                whole(system.n),
            ]
        )
    note = (
        "undefeated, winless, limit: no finite estimate exists, and the number is the limit of a vanishing ridge."
        if any(system.boundary for system in report.systems)
        else ""
    )
    return made(
        f"{names}|Beat probability#|95% interval#|Rank#|Rank range#|Strength#|Wins#|Ties#|Losses#|Judgments#",
        rows,
        note,
    )


def _top_pairs(report: Report, file: str, n: int) -> tuple[set[str], str]:
    """The systems whose pairs are shown, and a note where that is not all."""
    if len(report.systems) <= _TOP_SYSTEMS:
        return {system.system for system in report.systems}, ""
    names = {system.system for system in report.systems[:_TOP_SYSTEMS]}
    return names, f"The pairs of the {_TOP_SYSTEMS} systems that stand highest; all {n:,} pairs are in {file}."


def head_to_head(report: Report) -> Table:
    """Pairs with what people answered."""
    shown, note = _top_pairs(report, "head_to_head.csv", len(report.head_to_head))
    rows = [_pair(pair) for pair in report.head_to_head if {pair.a, pair.b} <= shown]
    return made("System|against|Wins#|Ties#|Losses#|Judgments#|Preference#|95% interval#", rows, note)


def _pair(pair: PairResult) -> list[str]:
    counts = [whole(pair.wins), whole(pair.ties), whole(pair.losses), whole(pair.n)]
    return [pair.a, pair.b, *counts, percent(pair.preference), percent_range(pair.ci_low, pair.ci_high)]


def differences(report: Report) -> Table:
    """Pairs with how far they are apart."""
    shown, note = _top_pairs(report, "differences.csv", len(report.differences))
    rows = [_difference(pair) for pair in report.differences if {pair.a, pair.b} <= shown]
    return made("System|ahead of|Difference#|Interval for all pairs#|p, this pair alone#|Told apart", rows, note)


def _difference(pair: DifferenceResult) -> list[str]:
    apart = "–" if pair.apart is None else "yes" if pair.apart else "no"
    interval = points_range(pair.ci_low, pair.ci_high)
    return [pair.a, pair.b, signed(100 * pair.difference, 1), interval, p_value(pair.p_value), apart]


def intervals(report: Report) -> Table:
    """Every beat probability's interval by five methods."""
    rows = [
        [
            line.system,
            chance(line.crossed.value),
            *(
                percent_range(one.ci_low, one.ci_high)
                for one in (line.crossed, line.robust, line.row, line.paper, line.reviewer)
            ),
        ]
        for line in report.variants
    ]
    return made(
        "System|Beat probability#|Papers and reviewers#|Two-way cluster-robust#|Judgments alone#|Papers alone#"
        "|Reviewers alone#",
        rows,
    )


def influence(report: Report) -> Table:
    """The reviewers and papers that move the board most."""
    if report.influence is None:
        return made("Left out", [])
    rows = []
    cut = False
    for kind, lines in (("Reviewer", report.influence.reviewers), ("Paper", report.influence.papers)):
        known = [line for line in lines if line.shift is not None]
        cut |= len(lines) > len(known[:_MOST_INFLUENCES])
        rows += [[f"{kind} {line.name}", *_influence(line)] for line in known[:_MOST_INFLUENCES]]
    note = f"The {_MOST_INFLUENCES} of each kind that move most; all are in influence.csv." if cut else ""
    return made("Without|Judgments#|Largest change, points#|of system|First then|Ranks that change#", rows, note)


def _influence(line: InfluenceResult) -> list[str]:
    shift = "–" if line.shift is None else signed(100 * line.shift, 1)
    return [
        whole(line.n),
        shift,
        line.system or "–",
        listed(line.leaders) if line.leaders else "–",
        whole(line.rank_changes),
    ]


def tie_model(report: Report) -> Table:
    """Beat probabilities with ties as half wins and as an outcome of their own."""
    half = {system.system: system for system in report.systems}
    rows = [
        [
            line.system,
            chance(half[line.system].beat_probability),
            whole(half[line.system].rank),
            chance(line.beat_probability),
            whole(line.rank),
        ]
        for line in (report.tie_model.systems if report.tie_model else ())
    ]
    return made("System|Ties as half wins#|Rank#|Davidson’s model#|Rank then#", rows)


def failures(report: Report) -> Table:
    """Flag rates; none where nobody flagged anything."""
    lines = report.failures if report.input.critical_failures else ()
    rows = [
        [
            line.system,
            whole(line.flagged),
            whole(line.shown),
            percent(line.rate),
            percent_range(line.ci_low, line.ci_high),
        ]
        for line in lines
    ]
    return made("System|Flagged#|Responses that showed it#|Rate#|95% interval#", rows)


def flips(report: Report) -> Table:
    """The answers that together change first place."""
    changes = report.fragility.changes if report.fragility else ()
    rows = [[change.winner, change.loser, whole(change.count), whole(change.ties)] for change in changes]
    return made("Answered for|now for|Judgments#|of them ties#", rows)


def reviewers(lines: Sequence[ReviewerLine]) -> Table:
    """Each reviewer's counts and shares, largest influence first where they are many."""
    note = ""
    everybody = len(lines)
    if everybody > _MOST_REVIEWERS:
        lines = sorted(lines, key=lambda line: (-(line.shift or 0.0), line.reviewer))[:_MOST_REVIEWERS]
        note = f"The {_MOST_REVIEWERS} reviewers who move the result most; all {everybody:,} are in reviewers.csv."
    rows = [
        [
            line.reviewer,
            whole(line.ranked),
            percent(line.left_share),
            percent(line.tie_share),
            percent(line.skip_share),
            "–" if line.median_seconds is None else f"{line.median_seconds:,.0f}",
            percent(line.agreement),
            "–" if line.shift is None else signed(100 * line.shift, 1),
        ]
        for line in lines
    ]
    return made(
        "Reviewer|Judgments#|Left#|Equal#|Skipped#|Median seconds#|With the others’ order#|Moves the result, points#",
        rows,
        note,
    )


def boards(report: Report) -> Table:
    """Systems down, disciplines across."""
    largest = sorted(report.boards, key=lambda board: (-board.n, board.discipline))[:_MOST_DISCIPLINES]
    shown = [board for board in report.boards if board in largest]
    cells = [{line.system: line for line in board.systems} for board in shown]
    rows = []
    for system in report.systems:
        row = [system.system]
        for board in cells:
            line = board.get(system.system)
            row += (
                ["–", "–"]
                if line is None
                else [chance(line.beat_probability), percent_range(line.ci_low, line.ci_high)]
            )
        rows.append(row)
    left_out = len(report.boards) - len(shown)
    note = f"{counted(left_out, 'discipline')} with fewer judgments stand in boards.csv only." if left_out else ""
    names = "".join(f"|{discipline_name(board.discipline)}, {board.n:,} judgments#|95% interval#" for board in shown)
    return made(f"System{names}", rows, note)


def exclusion_reasons(report: Report) -> Table:
    """Why responses are excluded."""
    return made("Reason|Responses#", [[reason, whole(n)] for reason, n in report.input.excluded_reasons.items()])


def exclusions(report: Report) -> Table:
    """Each system as reported, and with the arguable exclusions counted."""
    found = report.with_excluded
    if found is None:
        return made("System", ())
    reported = {system.system: system for system in report.systems}
    rows = []
    for line in found.systems:
        one = reported.get(line.system)
        before = ["–"] * 3 if one is None else _chance_and_rank(one)
        rows.append([line.system, *before, *_chance_and_rank(line)])
    names = "System|As reported#|95% interval#|Rank#|With excluded#|95% interval#|Rank#"
    return made(names, rows)


def _chance_and_rank(system: SystemResult | BoardSystem) -> list[str]:
    interval = percent_range(system.ci_low, system.ci_high)
    return [chance(system.beat_probability), interval, whole(system.rank)]


def planning(report: Report) -> Table:
    """Expected width: reviewers down, judgments across."""
    points = report.planning.points if report.planning else ()
    widths = {(point.reviewers, point.judgments): point.width for point in points}
    across = sorted({point.judgments for point in points})
    rows = [
        [whole(people), *(_width(widths.get((people, judgments))) for judgments in across)]
        for people in sorted({point.reviewers for point in points})
    ]
    return made("Reviewers" + "".join(f"|{judgments:,} judgments#" for judgments in across), rows)


def _width(width: float | None) -> str:
    return "–" if width is None else signed(100 * width, 1)
