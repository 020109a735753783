"""What a page about a report shows, part by part: headings, sentences, figures and tables, for every page alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.report import explain, page_aligned, page_tables
from scoring.report.aligned import AlignmentResult
from scoring.report.model import Report, ReviewerLine
from scoring.report.page_tables import Table
from scoring.report.sentences import readings
from scoring.report.wording import counted, decimal_range, listed, signed

# A table of so few rows stands open where no figure shows its numbers.
_FEW: Final = 12


@dataclass(frozen=True, slots=True)
class Fold:
    """A table with its title and the file that holds all of it, if one does; `opened` stands on the page at once."""

    title: str
    table: Table
    file: str = ""
    opened: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """One question: its name in a list of contents, the figure by its name (empty: none) with what it shows in words,
    what is found, and the tables behind it. Sentences and tables that have nothing to say are left out.
    """

    anchor: str
    short: str
    title: str
    about: str
    figure: str = ""
    alt: str = ""
    sentences: tuple[str, ...] = ()
    tables: tuple[Fold, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Questions that belong together."""

    anchor: str
    title: str
    sections: tuple[Section, ...]


def parts(report: Report, reviewers: Sequence[ReviewerLine] = ()) -> tuple[Part, ...]:
    """All that a report has something to say about, the answer first; parts without a section are left out."""
    people = "simulated reviewers" if report.input.simulated else "people"
    made = (
        Part("part-preference", "Preference", tuple(_preference(report, people))),
        Part("part-solid", "How solid", tuple(_solid(report, reviewers, people))),
        Part("part-scores", "Scores and people", tuple(_scores(report))),
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


def _said(*sentences: str) -> tuple[str, ...]:
    return tuple(sentence for sentence in sentences if sentence)


def _tables(*folds: Fold) -> tuple[Fold, ...]:
    return tuple(fold for fold in folds if fold.table.rows)


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
            _said(explain.tiers(report), missing_links(report)),
            _tables(Fold("Data table", page_tables.systems(report), "systems.csv")),
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
            _tables(Fold("Data table", page_tables.head_to_head(report), "head_to_head.csv")),
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
            _tables(Fold("Data table", page_tables.differences(report), "differences.csv")),
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
            _said(explain.boards(report)),
            _tables(Fold("Data table", page_tables.boards(report), "boards.csv")),
        )


def _solid(report: Report, reviewers: Sequence[ReviewerLine], people: str) -> Iterator[Section]:
    few = len(report.systems) <= _FEW
    yield Section(
        "reliability",
        "Agreement and side",
        "How solid is this?",
        f"Whether {people} agree with each other and with themselves, whether the side a poster stood on mattered, and "
        "how much hangs on one reviewer, one paper or a few answers.",
        tables=_tables(Fold("Measures", page_tables.readings(readings(report)), opened=True)),
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
            _said(explain.reviewer_influence(report), explain.paper_influence(report), explain.fragility(report)),
            _tables(
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
            tables=_tables(
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
            sentences=_said(explain.intervals(report), explain.side(report), explain.tie_model(report)),
            tables=_tables(
                Fold("Intervals by five methods", page_tables.intervals(report), "intervals.csv"),
                Fold("Ties as an outcome of their own", page_tables.tie_model(report)),
            ),
        )
    if report.failures:
        yield Section(
            "failures",
            "Critical failures",
            "Critical failures",
            "The share of responses that flagged a system’s poster as unusable, among those that showed it.",
            sentences=_said(explain.failures(report)),
            tables=_tables(Fold("Data table", page_tables.failures(report), "failures.csv", few)),
        )


def _scores(report: Report) -> Iterator[Section]:
    if report.alignment is not None:
        yield from _alignment(report, report.alignment)
    if len(report.alignments) > 1:
        yield Section(
            "evaluators",
            "Evaluators",
            "Which evaluator agrees more?",
            "Every evaluator in the scores file. Two of them are compared on the posters and judgments that both can "
            "speak of, drawn anew together, so that the interval is of the difference itself.",
            tables=_tables(
                Fold("Each by itself", page_aligned.evaluators(report), "evaluators.csv", opened=True),
                Fold("Two by two", page_aligned.evaluator_pairs(report), "evaluators.csv"),
            ),
        )


def _alignment(report: Report, alignment: AlignmentResult) -> Iterator[Section]:
    left_out = f"{alignment.equal_scores:,} with equal scores have no direction and are left out"
    if alignment.unscored_judgments:
        left_out += f", and so are {alignment.unscored_judgments:,} with a poster that has no score"
    if alignment.below_first_edge:
        left_out += f", and {alignment.below_first_edge:,} whose gap is below the first edge"
    yield Section(
        "margins",
        "By score gap",
        "When can the score be trusted?",
        f"The share of judgments that side with the higher {alignment.evaluator} score, a tie as half, by the gap "
        f"between the two scores. {counted(alignment.judgments, 'judgment')}; {left_out}. The dashed line is a coin "
        "toss.",
        "margins",
        "Agreement with the score by score gap; the numbers stand in the table below",
        (),
        _tables(Fold("Data table", page_aligned.margins(alignment), "margins.csv")),
    )
    yield Section(
        "scores",
        "By poster",
        "Score against preference",
        "One dot per poster: its score across, the share of its comparisons won upwards. Each panel shows one system "
        f"in front of all others. Over {counted(alignment.posters, 'poster')}, {_coefficients(alignment)}.",
        "score_vs_preference",
        "Score against preference for each system; the numbers stand in posters.csv",
        (),
        _tables(Fold("Mean scores", page_aligned.scores(alignment), "posters.csv")),
    )
    yield Section(
        "levels",
        "Levels",
        "At which level does it hold?",
        "A score may order systems well and posters badly. Over posters, papers with all their posters are drawn anew; "
        "within papers, each paper’s mean is taken away first, so that easy papers do not help; over systems, means "
        "are set against beat probabilities of the same few systems.",
        sentences=_said(explain.levels(report)),
        tables=_tables(Fold("Levels", page_aligned.levels(alignment), "alignment.csv", opened=True)),
    )
    if alignment.dimensions:
        yield Section(
            "dimensions",
            "Dimensions",
            "Which dimension goes with preference?",
            "Each dimension of the score by itself against the share of comparisons won, over posters.",
            "dimensions",
            "Correlation of each dimension with preference; the numbers stand in the table below",
            (),
            _tables(Fold("Data table", page_aligned.dimensions(alignment), "dimensions.csv")),
        )


def _coefficients(alignment: AlignmentResult) -> str:
    if alignment.pearson_r is None:
        return "the correlation cannot be estimated; the notes say why"
    interval = decimal_range(alignment.ci_low, alignment.ci_high)
    spread = "no interval" if interval == "–" else f"interval {interval} from drawing papers anew"
    return (
        f"Pearson’s r is {signed(alignment.pearson_r)} ({spread}), Spearman’s ρ {signed(alignment.spearman)} and "
        f"Kendall’s τ-b {signed(alignment.kendall)}"
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
            _said(explain.coverage(report)),
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
            _said(explain.planning(report)),
            _tables(Fold("Data table", page_tables.planning(report), "planning.csv")),
        )
