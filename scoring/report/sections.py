"""What a page about a report shows, part by part: headings, sentences, figures and tables, for every page alike."""

from collections.abc import Iterator, Sequence
from typing import Final

from scoring.report import explain, page_tables
from scoring.report.model import Report, ReviewerLine
from scoring.report.section import Fold, Part, Section, said, tables_of
from scoring.report.sections_scores import score_sections
from scoring.report.sentences import readings
from scoring.report.wording import listed

# A table of so few rows stands open where no figure shows its numbers.
_FEW: Final = 12


def parts(report: Report, reviewers: Sequence[ReviewerLine] = ()) -> tuple[Part, ...]:
    """All that a report has something to say about, the answer first; parts without a section are left out."""
    people = "simulated reviewers" if report.input.simulated else "people"
    made = (
        Part("part-preference", "Preference", tuple(_preference(report, people))),
        Part("part-solid", "How solid", tuple(_solid(report, reviewers, people))),
        Part("part-scores", "Scores and people", tuple(score_sections(report))),
        Part("part-study", "The study", tuple(_study(report))),
    )
    return tuple(part for part in made if part.sections)


def leaders(report: Report) -> tuple[str, ...]:
    """Who stands first in the largest group; nobody where nothing is ranked."""
    return tuple(system.system for system in report.systems if system.component == 1 and system.rank == 1)


def missing_links(report: Report) -> str:
    """What would have to be compared so that all systems can be ranked together; empty where they can."""
    if not report.missing_links:
        return ""
    groups = len({system.component for system in report.systems})
    pairs = [f"{link.a} with {link.b}" for link in report.missing_links]
    return (
        f"The systems fall into {groups:,} groups that no chain of comparisons joins, so each group is ranked by "
        f"itself. Judgments of these pairs would join them: {listed(pairs, 12)}."
    )


def _preference(report: Report, people: str) -> Iterator[Section]:
    several = len({system.component for system in report.systems}) > 1
    if report.systems:
        yield Section(
            "preference",
            "Ranking",
            f"Which system do {people} prefer?",
            f"The chance of beating a uniformly drawn other system{' of the same group' if several else ''}. Whiskers "
            "are 95% intervals that draw papers and reviewers anew together, "
            f"{report.method.resamples:,} times. The rank range holds for all pairs of systems at once.",
            "beat_probability",
            "Beat probability of each system with its interval; the numbers stand in the table below",
            said(explain.tiers(report), missing_links(report)),
            tables_of(Fold("Data table", page_tables.systems(report), "systems.csv")),
        )
    if report.head_to_head:
        yield Section(
            "head-to-head",
            "Head to head",
            "Head to head",
            "Every pair once, the higher-ranked system first. The bars count judgments; the preference counts a tie as "
            "half a win for each side.",
            "head_to_head",
            "Wins, ties and losses of every pair; the numbers stand in the table below",
            (),
            tables_of(Fold("Data table", page_tables.head_to_head(report), "head_to_head.csv")),
        )
        yield Section(
            "matrix",
            "Who beats whom",
            "Who beats whom",
            "The row’s preference over the column, with the number of judgments behind it. Near 50% a cell has no "
            "tint; the further away, the deeper. A hatched cell was never judged.",
            "win_matrix",
            "Preference of each system over each other; the numbers stand in the head to head table",
        )
    if report.differences:
        yield Section(
            "differences",
            "Differences",
            "Who can be told apart?",
            "How many percentage points one beat probability lies above another. The intervals hold for all pairs "
            "together, so that the one pair in twenty that chance sets apart is not taken for a finding; the p-value "
            "is of the pair by itself.",
            "differences",
            "Differences between beat probabilities with intervals for all pairs together; the numbers stand in the "
            "table below",
            (),
            tables_of(Fold("Data table", page_tables.differences(report), "differences.csv")),
        )
    if report.boards:
        yield Section(
            "boards",
            "Disciplines",
            "Is it the same in every discipline?",
            "The same estimate from the papers of one discipline only. Fewer judgments stand behind each, so intervals "
            "are wider.",
            "boards",
            "Beat probability of each system in each discipline; the numbers stand in the table below",
            said(explain.boards(report)),
            tables_of(Fold("Data table", page_tables.boards(report), "boards.csv")),
        )


def _solid(report: Report, reviewers: Sequence[ReviewerLine], people: str) -> Iterator[Section]:
    few = len(report.systems) <= _FEW
    yield Section(
        "reliability",
        "Agreement and side",
        "How solid is this?",
        f"Whether {people} agree with each other and with themselves, whether the side a poster stood on mattered, and "
        "how much hangs on one reviewer, one paper or a few answers.",
        tables=tables_of(Fold("Measures", page_tables.readings(readings(report)), opened=True)),
    )
    if report.influence is not None and report.influence.reviewers:
        yield Section(
            "influence",
            "Influence",
            "What if one were missing?",
            "Everything fitted again without each reviewer, and without each paper. A result that one of them carries "
            "is not yet a result.",
            "influence",
            "Largest change of a beat probability without each reviewer and each paper; the numbers stand in the table "
            "below",
            said(explain.reviewer_influence(report), explain.paper_influence(report), explain.fragility(report)),
            tables_of(
                Fold("Data table", page_tables.influence(report), "influence.csv"),
                Fold("The answers that change first place", page_tables.flips(report)),
            ),
        )
    if reviewers:
        yield Section(
            "reviewers",
            "Reviewers",
            f"How did each {'simulated ' if report.input.simulated else ''}reviewer answer?",
            "Counts and shares by pseudonym. “With the others’ order” is the share of a reviewer’s comparisons on the "
            "side of the system that everybody else’s judgments have stronger, a tie as half.",
            tables=tables_of(
                Fold("Each reviewer", page_tables.reviewers(reviewers), "reviewers.csv", len(reviewers) <= _FEW)
            ),
        )
    if report.variants and report.input.ranked:
        yield Section(
            "intervals",
            "Other methods",
            "Would other methods say the same?",
            "The intervals of this report draw papers and reviewers together. Beside them stand those of simpler "
            "bootstraps, a formula without any resampling, and another model of ties.",
            figure="intervals",
            alt="Interval of each system by five methods; the numbers stand in the table below",
            sentences=said(explain.intervals(report), explain.side(report), explain.tie_model(report)),
            tables=tables_of(
                Fold("Intervals by five methods", page_tables.intervals(report), "intervals.csv"),
                Fold("Ties as an outcome of their own", page_tables.tie_model(report)),
            ),
        )
    if report.input.excluded:
        yield Section(
            "exclusions",
            "Exclusions",
            "What if nobody were excluded?",
            "Responses that were left out for a stated reason, and the ranking as it would be with those that somebody "
            "else might have kept. What a reviewer took back stays out of both.",
            sentences=said(explain.exclusions(report)),
            tables=tables_of(
                Fold("Reasons", page_tables.exclusion_reasons(report), opened=True),
                Fold("With and without", page_tables.exclusions(report), "exclusions.csv", few),
            ),
        )
    if report.failures:
        yield Section(
            "failures",
            "Critical failures",
            "Critical failures",
            "The share of responses that flagged a system’s poster as unusable, among those that showed it.",
            sentences=said(explain.failures(report)),
            tables=tables_of(Fold("Data table", page_tables.failures(report), "failures.csv", few)),
        )


def _study(report: Report) -> Iterator[Section]:
    if report.coverage is not None and report.coverage.cells:
        yield Section(
            "coverage",
            "Coverage",
            "What was judged?",
            "How the judgments lie over papers and pairs of systems.",
            "coverage",
            "Judgments of each pair on each paper; the numbers stand in coverage.csv",
            said(explain.coverage(report)),
        )
    if report.planning is not None and (report.planning.points or report.input.ranked):
        yield Section(
            "planning",
            "A larger study",
            "How would a larger study do?",
            "The width of a beat probability’s 95% interval that more reviewers and more judgments would give, in "
            "percentage points, if they are like these.",
            "planning" if report.planning.points else "",
            "Expected width of an interval by number of reviewers and judgments; the numbers stand in the table below",
            said(explain.planning(report)),
            tables_of(Fold("Data table", page_tables.planning(report), "planning.csv")),
        )
