"""Progress of long work at a terminal or in a log."""

import sys

from tqdm import tqdm


class Lines:
    """Plain lines, for a log."""

    def __call__(self, done: int, total: int, what: str) -> None:
        """`done` of `total` steps are behind; `what` begins."""
        if done < total:
            sys.stderr.write(f"[{done + 1}/{total}] {what}\n")

    def close(self) -> None:
        """Nothing to tidy up."""


class Bar:
    """A bar with counts and time left, for a terminal."""

    def __init__(self) -> None:
        self._bar = tqdm(total=0, unit="step", leave=False, file=sys.stderr)

    def __call__(self, done: int, total: int, what: str) -> None:
        """`done` of `total` steps are behind; `what` begins."""
        self._bar.total = total
        self._bar.set_description(what, refresh=False)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Clear the line."""
        self._bar.close()


def progress() -> Bar | Lines:
    """A bar where stderr is a terminal, lines elsewhere."""
    return Bar() if sys.stderr.isatty() else Lines()
