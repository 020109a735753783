"""The modules of the review page are named in its head, so that a browser asks for all of them at once."""

import pytest
from django.templatetags.static import static

from arena.review.templatetags.modules import imported_by
from tests.factories.studies import make_reviewer, make_study, reviewer_client


def test_modules_are_found_through_imports_of_imports() -> None:
    modules = imported_by("js/review/main.js")
    assert {"js/review/viewer.js", "js/review/stage.js", "js/review/camera.js"} <= set(modules)
    assert "js/review/main.js" not in modules
    assert "js/review/papers.js" not in modules  # of another page


def test_a_module_that_is_not_there_names_nothing() -> None:
    assert imported_by("js/review/nowhere.js") == ()


@pytest.mark.django_db
def test_the_page_of_a_pair_asks_for_every_module_at_once() -> None:
    page = reviewer_client(make_reviewer(make_study(n_cases=1))).get("/review/").content.decode()
    for module in imported_by("js/review/main.js"):
        assert f'<link rel="modulepreload" href="{static(module)}">' in page
