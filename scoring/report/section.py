"""The shape of what a page about a report shows: parts of sections, each with sentences, a figure and tables."""

from dataclasses import dataclass

from scoring.report.page_tables import Table


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


def said(*sentences: str) -> tuple[str, ...]:
    """Those sentences that say something."""
    return tuple(sentence for sentence in sentences if sentence)


def tables_of(*folds: Fold) -> tuple[Fold, ...]:
    """Those tables that have rows."""
    return tuple(fold for fold in folds if fold.table.rows)
