"""Making backends from what a configuration says."""

import pytest

from generation.backends import registry
from generation.errors import BackendError


def test_the_four_built_in_systems_are_known_with_a_line_each() -> None:
    known = registry.known()
    assert {"three-columns", "big-finding", "figure-first", "plain-column"} <= set(known)
    assert all(kind.description and "\n" not in kind.description for kind in known.values())


def test_what_is_left_out_takes_its_default() -> None:
    default = registry.known()["figure-first"].parameters["max_figures"].default
    assert registry.check("figure-first", {}) == {"max_figures": default}
    assert registry.check("figure-first", {"max_figures": 2}) == {"max_figures": 2}


def test_an_unknown_backend_is_named_with_the_nearest_one() -> None:
    with pytest.raises(BackendError, match="unknown backend 'three-colums'; did you mean 'three-columns'") as caught:
        registry.create("three-colums")
    assert caught.value.permanent


def test_all_wrong_parameters_are_named_at_once() -> None:
    with pytest.raises(BackendError) as caught:
        registry.create("big-finding", {"max_figures": "many", "colour": "red"})
    assert "'max_figures' must be a whole number, not str" in str(caught.value)
    assert "unknown parameter 'colour' (known: max_figures)" in str(caught.value)


@pytest.mark.parametrize("value", [-1, 99, 2.5, float("nan"), float("inf"), True, None])
def test_a_value_out_of_bounds_or_of_another_kind_is_refused(value: object) -> None:
    with pytest.raises(BackendError, match="'max_figures'"):
        registry.check("three-columns", {"max_figures": value})


def test_a_value_is_never_repeated_in_the_message() -> None:
    with pytest.raises(BackendError) as caught:
        registry.check("three-columns", {"api_key": "sk-canary-123", "max_figures": "sk-canary-456"})
    assert "canary" not in str(caught.value)
