"""What a page about two snapshots shows: sentences first, then the tables of what is compared."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.reports import words
from arena.reports.tables import ShownTable, shown_table
from scoring.report import compare_words
from scoring.report.compare import compare_reports
from scoring.report.compare_records import Change, Comparison, Estimate, FactChange, PairChange
from scoring.report.model import Report
from scoring.report.page_tables import made
from scoring.report.section import Fold

_MOST_PAIRS = 45
_NUMBERS = "Before#|95% interval#|n#|After#|95% interval#|n#|Change#|Intervals"


@dataclass(frozen=True, slots=True)
class ChangesSection:
    anchor: str
    title: str
    about: str
    tables: tuple[ShownTable, ...]


@dataclass(frozen=True, slots=True)
class ChangesPage:
    headline: str
    sentences: tuple[str, ...]
    simulated: str  # which of the two no person stands behind; empty where people judged both
    sections: tuple[ChangesSection, ...]
    notes_gone: tuple[str, ...]
    notes_new: tuple[str, ...]


def changes_page(before: Report, after: Report) -> ChangesPage:
    comparison = compare_reports(before, after)
    headline = compare_words.headline(comparison)
    said = compare_words.sentences(comparison)
    return ChangesPage(
        headline=words.unbroken(headline),
        sentences=tuple(words.unbroken(sentence) for sentence in said if sentence != headline),
        simulated=_simulated(comparison),
        sections=tuple(_sections(comparison)),
        notes_gone=comparison.notes_gone,
        notes_new=comparison.notes_new,
    )


def _simulated(comparison: Comparison) -> str:
    if comparison.simulated_before and comparison.simulated_after:
        return "both"
    return "before" if comparison.simulated_before else "after" if comparison.simulated_after else ""


def _sections(comparison: Comparison) -> Iterator[ChangesSection]:
    ranked = [[*_cells(line.system, line.beat), compare_words.rank_move(line)] for line in comparison.systems]
    yield _section(
        "systems",
        "Systems",
        "The chance of beating a uniformly drawn other system, and the rank. Changes are in percentage points.",
        f"System|{_NUMBERS}|Rank#",
        ranked,
        opened=True,
    )
    pairs, note = _most_changed(comparison.pairs)
    yield _section(
        "pairs",
        "Head to head",
        "Every pair of either report, seen from the system that stands higher afterwards.",
        f"Pair|{_NUMBERS}",
        [_cells(pair.preference.name, pair.preference) for pair in pairs],
        note,
    )
    for place, alignment in enumerate(comparison.alignment, start=1):
        yield _section(
            f"scores-{place}",
            f"Scores by {alignment.evaluator}",
            "Correlations are over posters; agreement is the share of judgments that side with the higher score.",
            f"Measure|{_NUMBERS}",
            [_cells(compare_words.measure(change), change) for change in alignment.changes],
            opened=place == 1,
        )
    yield _section(
        "people",
        "Reviewers",
        "Whether they agree with each other and with themselves, and which side they chose.",
        f"Measure|{_NUMBERS}",
        [_cells(compare_words.measure(change), change) for change in comparison.people],
        opened=True,
    )
    yield _section(
        "made-from",
        "Made from",
        "The files, what is in them, and the options. Files are told apart by the first digits of their SHA-256.",
        "What|Before#|After#|Both",
        [_fact(fact) for fact in (*comparison.inputs, *comparison.options)],
    )


def _section(
    anchor: str, title: str, about: str, names: str, rows: Sequence[Sequence[str]], note: str = "", opened: bool = False
) -> ChangesSection:
    table = made(names, rows, note)
    folds = (Fold("Data table", table, opened=opened),) if rows else ()
    return ChangesSection(anchor, title, about, tuple(shown_table(fold) for fold in folds))


def _most_changed(pairs: Sequence[PairChange]) -> tuple[Sequence[PairChange], str]:
    """All pairs of few; of many those that changed most, with a note."""
    if len(pairs) <= _MOST_PAIRS:
        return pairs, ""
    most = sorted(pairs, key=lambda pair: -abs(pair.preference.difference or 0))[:_MOST_PAIRS]
    return most, f"The {_MOST_PAIRS} pairs that changed most, of {len(pairs):,}."


def _cells(name: str, change: Change) -> list[str]:
    return [
        name,
        *_side(change, change.before),
        *_side(change, change.after),
        compare_words.difference(change),
        compare_words.overlap(change),
    ]


def _side(change: Change, estimate: Estimate | None) -> list[str]:
    n = "–" if estimate is None or estimate.n is None else words.count(estimate.n)
    return [compare_words.value(change, estimate), compare_words.interval(change, estimate), n]


def _fact(fact: FactChange) -> list[str]:
    sides = [compare_words.fact(fact, before=True), compare_words.fact(fact, before=False)]
    return [compare_words.fact_name(fact), *sides, "same" if fact.same else "differs"]
