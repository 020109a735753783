"""What is wrong with an input file, line by line."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

SHOWN: Final = 50  # faults in the text of the error; a screen holds no more, and `faults` holds all


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault: the line of the file on which the faulty row starts (the first line is 1), and what is wrong there."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class BadInput(Exception):
    """A file, or several, refused whole.

    `faults` holds everything that is wrong, in the order of the lines, one file after the other; `parts` the same by
    the file's name. The text of the error has the first 50 and says how many more there are.
    """

    def __init__(self, faults: Iterable[Fault], source: str = "") -> None:
        self.faults = tuple(sorted(faults))
        self.source = source
        self.parts: tuple[tuple[str, tuple[Fault, ...]], ...] = ((source, self.faults),)
        super().__init__(self.faults, source)

    @classmethod
    def together(cls, errors: "Sequence[BadInput]") -> "BadInput":
        """One error for several files."""
        if len(errors) == 1:
            return errors[0]
        error = cls((), " and ".join(error.source for error in errors))
        error.faults = tuple(fault for one in errors for fault in one.faults)
        error.parts = tuple(part for one in errors for part in one.parts)
        return error

    def lines(self) -> Iterator[str]:
        """Every fault as a line of its own, the name of its file first."""
        for source, faults in self.parts:
            prefix = f"{source}: " if source else ""
            for fault in faults:
                yield f"{prefix}{fault}"

    def __str__(self) -> str:
        shown = [line for line, _ in zip(self.lines(), range(SHOWN), strict=False)]
        more = len(self.faults) - len(shown)
        if more:
            shown.append(f"and {more:,} more {'fault' if more == 1 else 'faults'}")
        return "\n".join(shown)
