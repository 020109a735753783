"""What a page shows of automatic scores beside people's preference."""

from collections.abc import Iterator

from scoring.report import explain, page_aligned
from scoring.report.aligned import AlignmentResult
from scoring.report.model import Report
from scoring.report.section import Fold, Section, said, tables_of
from scoring.report.wording import counted, decimal_range, signed


def score_sections(report: Report) -> Iterator[Section]:
    """Every question about scores and people; none where no poster has a score."""
    if report.alignment is not None:
        yield from _alignment(report, report.alignment)
    if len(report.alignments) > 1:
        yield Section(
            "evaluators",
            "Evaluators",
            "Which evaluator agrees more?",
            "Every evaluator in the scores file. Two of them are compared on the posters and judgments that both can "
            "speak of, drawn anew together, so that the interval is of the difference itself.",
            tables=tables_of(
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
        tables_of(Fold("Data table", page_aligned.margins(alignment), "margins.csv")),
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
        tables_of(Fold("Mean scores", page_aligned.scores(alignment), "posters.csv")),
    )
    yield Section(
        "levels",
        "Levels",
        "At which level does it hold?",
        "A score may order systems well and posters badly. Over posters, papers with all their posters are drawn anew; "
        "within papers, each paper’s mean is taken away first, so that easy papers do not help; over systems, means "
        "are set against beat probabilities of the same few systems.",
        sentences=said(explain.levels(report)),
        tables=tables_of(Fold("Levels", page_aligned.levels(alignment), "alignment.csv", opened=True)),
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
            tables_of(Fold("Data table", page_aligned.dimensions(alignment), "dimensions.csv")),
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
