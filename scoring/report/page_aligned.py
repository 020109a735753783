"""The tables of report.html on automatic scores against people."""

from collections.abc import Iterator
from typing import Final

from scoring.report.aligned import AlignmentResult
from scoring.report.model import Report
from scoring.report.page_tables import Table, made, whole
from scoring.report.referee import Estimated
from scoring.report.wording import decimal_range, gap, percent, percent_range, points_range, signed

_MOST_PAIRS: Final = 21


def margins(alignment: AlignmentResult) -> Table:
    """Agreement by score gap."""
    rows = [
        [
            gap(bucket.low, bucket.high),
            whole(bucket.n),
            percent(bucket.agreement),
            percent_range(bucket.ci_low, bucket.ci_high),
        ]
        for bucket in alignment.margins
    ]
    return made("Score gap, points|Judgments#|Agreement#|95% interval#", rows)


def scores(alignment: AlignmentResult) -> Table:
    """Mean scores."""
    rows = [
        [
            score.system,
            signed(score.mean),
            signed(score.mean_of_scored),
            whole(score.scored),
            whole(score.missing),
            whole(score.unscored),
            whole(score.cases),
        ]
        for score in alignment.scores
    ]
    return made("System|Mean score#|Mean of scored#|Scored#|Not delivered#|Not scored#|Papers#", rows)


def levels(alignment: AlignmentResult) -> Table:
    """Every number that says how far one evaluator and people agree."""
    return made("Level|Measure|Over|Value#|95% interval#", _levels(alignment))


def _levels(alignment: AlignmentResult) -> Iterator[list[str]]:
    poster, within, level = alignment.poster_level, alignment.within_paper, alignment.system_level
    overall = alignment.overall
    if poster is not None:
        over = f"{poster.posters:,} posters"
        for name, one in (
            ("Pearson’s r", poster.pearson),
            ("Spearman’s ρ", poster.spearman),
            ("Kendall’s τ-b", poster.kendall),
        ):
            yield ["Posters", name, over, *_decimals(one)]
    if overall is not None:
        one = overall.agreement
        interval = percent_range(one.ci_low, one.ci_high)
        yield ["Judgments", "side with the higher score", f"{overall.n:,} judgments", percent(one.value), interval]
    if within is not None:
        over = f"{within.posters:,} posters of {within.papers:,} papers"
        yield ["Within papers", "Pearson’s r", over, *_decimals(within.pearson)]
        best = within.best
        chance = f"best score is preferred most (chance {percent(best.chance)})"
        interval = percent_range(best.share.ci_low, best.share.ci_high)
        yield ["Within papers", chance, f"{best.papers:,} papers", percent(best.share.value), interval]
    if level is not None:
        over = f"{len(level.points):,} systems"
        for name, one in (
            ("Pearson’s r", level.pearson),
            ("Spearman’s ρ", level.spearman),
            ("Kendall’s τ-b", level.kendall),
        ):
            yield ["Systems", name, over, *_decimals(one)]


def _decimals(one: Estimated) -> list[str]:
    return [signed(one.value), decimal_range(one.ci_low, one.ci_high)]


def dimensions(alignment: AlignmentResult) -> Table:
    """Each dimension against people."""
    rows = [
        [
            line.dimension.replace("_", " "),
            whole(line.posters),
            *_decimals(line.pearson),
            *_decimals(line.spearman),
        ]
        for line in alignment.dimensions
    ]
    return made("Dimension|Posters#|Pearson’s r#|95% interval#|Spearman’s ρ#|95% interval#", rows)


def evaluators(report: Report) -> Table:
    """Each evaluator by itself."""
    rows = []
    for alignment in report.alignments:
        overall = alignment.overall.agreement if alignment.overall else None
        rows.append(
            [
                alignment.evaluator,
                whole(alignment.posters),
                signed(alignment.pearson_r),
                decimal_range(alignment.ci_low, alignment.ci_high),
                whole(alignment.overall.n if alignment.overall else None),
                percent(overall.value if overall else None),
                percent_range(overall.ci_low, overall.ci_high) if overall else "–",
            ]
        )
    return made("Evaluator|Posters#|Pearson’s r#|95% interval#|Judgments#|Agreement#|95% interval#", rows)


def evaluator_pairs(report: Report) -> Table:
    """Two evaluators on the same posters and judgments."""
    rows = []
    for pair in report.evaluator_comparisons[:_MOST_PAIRS]:
        r, agreement = pair.pearson.difference, pair.agreement.difference
        percentage = None if agreement.value is None else 100 * agreement.value
        rows.append(
            [
                f"{pair.a} less {pair.b}",
                whole(pair.posters),
                *_decimals(r),
                whole(pair.judgments),
                signed(percentage, 1),
                points_range(agreement.ci_low, agreement.ci_high),
            ]
        )
    left_out = len(report.evaluator_comparisons) - len(rows)
    note = f"{left_out:,} more pairs are in evaluators.csv." if left_out else ""
    return made(
        "Evaluators|Posters#|Difference in r#|95% interval#|Judgments#|Difference in agreement, points#|95% interval#",
        rows,
        note,
    )
