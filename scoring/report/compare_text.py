"""A comparison of two reports as text for a terminal."""

from collections.abc import Sequence
from typing import Final

from scoring.report.compare_records import Change, Comparison
from scoring.report.compare_words import (
    difference,
    fact,
    fact_name,
    interval,
    measure,
    overlap,
    rank_move,
    sentences,
    value,
)
from scoring.report.wording import counted

_MOST_PAIRS: Final = 20  # the files have all


def as_text(comparison: Comparison) -> str:
    """Sentences, then tables in columns of what changed; systems and their ranks are all there."""
    parts = ["\n".join(sentences(comparison))]
    facts = [given for given in (*comparison.inputs, *comparison.options) if not given.same]
    if facts:
        rows = [(fact_name(given), fact(given, before=True), fact(given, before=False)) for given in facts]
        parts.append(_table(("", "before", "after"), rows))
    if comparison.systems:
        systems = [(*_columns(system.system, system.beat), rank_move(system)) for system in comparison.systems]
        parts.append(_table((*_head("beat probability"), "rank"), systems))
    pairs = sorted(
        (pair.preference for pair in comparison.pairs if pair.preference.before != pair.preference.after),
        key=lambda preference: -abs(preference.difference or 0),
    )
    parts += _changes("head to head", pairs[:_MOST_PAIRS])
    if len(pairs) > _MOST_PAIRS:
        parts[-1] += f"\nand {counted(len(pairs) - _MOST_PAIRS, 'more pair')} that changed less"
    for alignment in comparison.alignment:
        parts += _changes(alignment.evaluator, alignment.changes)
    parts += _changes("reviewers", comparison.people)
    return "\n\n".join(parts) + "\n"


def _changes(title: str, changes: Sequence[Change]) -> list[str]:
    """A table of those that changed; none where nothing did."""
    rows = [_columns(measure(change), change) for change in changes if change.before != change.after]
    return [_table(_head(title), rows)] if rows else []


def _head(title: str) -> tuple[str, ...]:
    return title, "before", "interval", "after", "interval", "change", "intervals"


def _columns(name: str, change: Change) -> tuple[str, ...]:
    return (
        name,
        value(change, change.before),
        interval(change, change.before),
        value(change, change.after),
        interval(change, change.after),
        difference(change),
        overlap(change),
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    lines = (
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (head, *rows)
    )
    return "\n".join(lines)
