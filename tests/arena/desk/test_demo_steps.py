"""Steps of a demonstration that an ill-timed stop must not harm."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import Settings

from arena.benchmarks.models import Benchmark, Case
from arena.core.errors import BadInput
from arena.desk.services import demo
from arena.desk.services.accounts import DemoSecrets, read_secrets
from arena.studies.models import Reviewer
from tests.factories.studies import make_study

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_dir(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_each_study_has_one_invitation_however_often_it_is_asked_for() -> None:
    first, second = make_study(name="forest"), make_study(name="meadow")
    link = demo._invitation(first, read_secrets())
    assert demo._invitation(first, read_secrets()) == link
    assert demo._invitation(second, read_secrets()) != link
    assert demo._invitation(first, read_secrets()) == link
    assert Reviewer.objects.count() == 2


def test_a_stop_before_the_link_is_kept_leaves_no_reviewer_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    study, kept = make_study(), read_secrets()

    def stop(_: DemoSecrets) -> DemoSecrets:
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, "write_secrets", stop)
    with pytest.raises(KeyboardInterrupt):
        demo._invitation(study, kept)
    assert not Reviewer.objects.exists()


def test_a_few_papers_are_a_benchmark_of_their_own_that_shares_its_papers_with_the_whole() -> None:
    few, whole = demo._load(2), demo._load(None)
    assert (few.name, few.entries.count()) == ("sample-2", 2)
    assert (whole.name, whole.entries.count()) == ("sample", 10)
    assert Case.objects.count() == 10
    assert [entry.case for entry in few.entries.order_by("position")] == [
        entry.case for entry in whole.entries.order_by("position")[:2]
    ]
    assert demo._load(10) == whole
    assert demo.study_name(2) == "sample-study-2"


def test_more_papers_than_there_are_is_refused() -> None:
    with pytest.raises(BadInput, match="sample has 10 papers; choose from 1 to 10"):
        demo._load(11)
    assert not Benchmark.objects.exists()


@pytest.mark.parametrize("papers", ["0", "-1", "two"])
def test_a_number_of_papers_that_is_none_is_wrong_usage(papers: str) -> None:
    with pytest.raises(CommandError, match="is not a whole number from 1"):
        call_command("demo", "--papers", papers)
