"""Numbers in words."""

from arena.core.wording import counted


def test_one_is_one_and_thousands_are_set_apart() -> None:
    assert [counted(n, "poster") for n in (0, 1, 2, 1200)] == ["0 posters", "1 poster", "2 posters", "1,200 posters"]
    assert counted(2, "study", "studies") == "2 studies"
