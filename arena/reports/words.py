"""Numbers of a report as words for a page; what is undefined stays a word."""

NOT_ESTIMABLE = "not estimable"


def percent(fraction: float | None) -> str:
    return NOT_ESTIMABLE if fraction is None else f"{100 * fraction:.1f}%"


def percent_interval(low: float | None, high: float | None) -> str:
    """The bounds without a sign, to stand below a percentage."""
    return NOT_ESTIMABLE if low is None or high is None else f"{100 * low:.1f}–{100 * high:.1f}"


def coefficient(value: float | None) -> str:
    """A correlation or alpha, with a true minus sign."""
    return NOT_ESTIMABLE if value is None else _minus(f"{value:.2f}")


def coefficient_interval(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return NOT_ESTIMABLE
    joiner = " to " if low < 0 else "–"
    return _minus(f"{low:.2f}{joiner}{high:.2f}")


def whole_range(low: int | None, high: int | None) -> str:
    return NOT_ESTIMABLE if low is None or high is None else f"{low}–{high}"


def count(n: int) -> str:
    """A number with thousands set apart."""
    return f"{n:,}"


def plural(n: int, one: str, many: str | None = None) -> str:
    """`3 papers`, `1 paper`."""
    return f"{count(n)} {one if n == 1 else many or one + 's'}"


def file_size(size: int) -> str:
    """Bytes in decimal units, as browsers and desktops show them."""
    if size < 1000:
        return f"{size} B"
    if size < 1_000_000:
        return f"{size / 1000:.0f} kB"
    return f"{size / 1_000_000:.1f} MB"


def points(value: float) -> str:
    """An edge of a score margin."""
    return f"{value:g}"


def _minus(text: str) -> str:
    return text.replace("-", "\N{MINUS SIGN}")
