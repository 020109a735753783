"""Numbers in words."""


def counted(number: int, one: str, many: str = "") -> str:
    """`1 poster`, `1,200 posters`."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
