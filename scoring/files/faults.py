"""What is wrong with an input file, line by line."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault: the line of the file on which the faulty row starts (the first line is 1), and what is wrong there."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class BadInput(Exception):
    """A file that is refused whole; `faults` holds everything that is wrong with it, in the order of its lines."""

    def __init__(self, faults: Iterable[Fault], source: str = "") -> None:
        self.faults = tuple(sorted(faults))
        self.source = source
        super().__init__(self.faults, source)

    def __str__(self) -> str:
        prefix = f"{self.source}: " if self.source else ""
        return "\n".join(f"{prefix}{fault}" for fault in self.faults)
