"""Telling a person at the terminal how far a demonstration is: one bar for all of it, or plain lines."""

import sys
from typing import Never

from tqdm import tqdm

from arena.desk.preparing import Preparing

SHAPE = "{desc} |{bar:24}| {percentage:3.0f} %, {postfix}"


class Telling:
    """A terminal gets a bar with the counts of the parts and the time left; a file gets a line for each change."""

    def __init__(self) -> None:
        self._bar: tqdm[Never] | None = None
        self._lines: dict[str, str] = {}

    def show(self, preparing: Preparing) -> None:
        if sys.stderr.isatty():
            self._show_bar(preparing)
        else:
            self._write_lines(preparing)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def _show_bar(self, preparing: Preparing) -> None:
        bar = self._bar
        if bar is None:
            bar = self._bar = tqdm(total=100, file=sys.stderr, bar_format=SHAPE, dynamic_ncols=True)
        bar.n = preparing.percent
        bar.set_description_str(", ".join(f"{p.done}/{p.total} {p.label}" for p in preparing.parts), refresh=False)
        bar.set_postfix_str(preparing.time_left if preparing.percent < 100 else "done", refresh=False)
        bar.refresh()

    def _write_lines(self, preparing: Preparing) -> None:
        for part in preparing.parts:
            line = str(part)
            if part.done and self._lines.get(part.label) != line:
                self._lines[part.label] = line
                left = f" ({preparing.time_left})" if preparing.percent < 100 else ""
                sys.stderr.write(f"{line}{left}\n")
        sys.stderr.flush()
