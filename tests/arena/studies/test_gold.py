"""Gold pairs: who may be one, until when, and that their numbers stay 1, 2, 3."""

import pytest

from arena.core.errors import BadInput, Conflict
from arena.posters.models import Poster
from arena.review.services.preview import start_preview
from arena.studies.history import history_of
from arena.studies.models import GoldPair, Study
from arena.studies.services.change import change_settings
from arena.studies.services.freeze import freeze_study
from arena.studies.services.gold import add_gold_pair, remove_gold_pair
from arena.studies.services.life import open_study
from tests.factories.quality import Desk
from tests.factories.studies import make_config, make_poster, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study(n_cases=2, state=Study.State.FROZEN)


def spoilt(study: Study, place: int = 0, name: str = "control") -> Poster:
    """A poster of a paper of the study that stands for none of its systems."""
    return make_poster(study.cases.order_by("position")[place].case, make_config(name))


def pinned(study: Study, place: int = 0) -> list[Poster]:
    case = study.cases.order_by("position")[place].case
    return [pin.poster for pin in study.posters.filter(case=case).select_related("poster")]


def add(study: Study, better: Poster, worse: Poster, **more: str) -> GoldPair:
    return add_gold_pair(study=study, better=better, worse=worse, **more)


def test_a_pair_holds_two_posters_of_one_paper_and_why(study: Study) -> None:
    pair = add(study, pinned(study)[0], spoilt(study), note=" figures  removed ")
    assert (pair.number, pair.case, pair.note) == (1, pair.better.case, "figures removed")
    assert add(study, spoilt(study, name="a"), spoilt(study, name="b")).number == 2


def test_pairs_that_say_nothing_are_refused(study: Study) -> None:
    stands, bad = pinned(study), spoilt(study)
    elsewhere = make_study(name="other", n_cases=1, state=Study.State.FROZEN)
    for better, worse, why in (
        (bad, bad, "two different"),
        (stands[0], spoilt(study, 1), "same paper"),
        (pinned(elsewhere)[0], spoilt(elsewhere), "not a paper of forest"),
    ):
        with pytest.raises(BadInput, match=why):
            add(study, better, worse)
    with pytest.raises(Conflict, match="reviewers say which is better"):
        add(study, stands[0], stands[1])
    add(study, stands[0], bad)
    for better, worse in ((stands[0], bad), (bad, stands[0])):
        with pytest.raises(Conflict, match="already"):
            add(study, better, worse)
    assert study.gold_pairs.count() == 1


def test_a_draft_takes_pairs_and_refuses_two_current_posters_of_its_systems() -> None:
    draft = make_study(n_cases=1, state=Study.State.DRAFT)
    case = draft.benchmark.entries.get().case
    first, second = case.posters.order_by("pk")[:2]
    with pytest.raises(Conflict, match="reviewers say"):
        add(draft, first, second)
    newer = make_poster(case, first.system_config)
    assert add(draft, newer, Poster.objects.get(pk=first.pk)).number == 1


def test_gold_pairs_are_fixed_from_the_first_opening_on(study: Study) -> None:
    add(study, pinned(study)[0], spoilt(study))
    open_study(study=study)
    with pytest.raises(Conflict, match="fixed"):
        add(study, pinned(study)[1], spoilt(study))
    with pytest.raises(Conflict, match="fixed"):
        remove_gold_pair(study=study, number=1)


def test_removing_one_moves_the_others_up_and_ends_a_preview_that_saw_it(study: Study) -> None:
    for name in "abc":
        add(study, pinned(study)[0], spoilt(study, name=name), note=name)
    look = start_preview(study=study)
    Desk(study).judge(look, kind="gold", gold=study.gold_pairs.get(number=1))
    remove_gold_pair(study=study, number=1)
    assert list(study.gold_pairs.values_list("number", "note")) == [(1, "b"), (2, "c")]
    assert not look.assignments.exists()
    with pytest.raises(BadInput, match="no gold pair 3"):
        remove_gold_pair(study=study, number=3)


def test_freezing_leaves_out_gold_pairs_of_papers_that_are_not_in_and_of_posters_that_are_compared() -> None:
    study = make_study(n_cases=2, state=Study.State.DRAFT, drop_incomplete=True)
    gone, stays = [entry.case for entry in study.benchmark.entries.order_by("position")]
    for case, note in ((gone, "a"), (stays, "b"), (stays, "c")):
        add(
            study,
            make_poster(case, make_config(f"{note}-good")),
            make_poster(case, make_config(f"{note}-bad")),
            note=note,
        )
    Poster.objects.filter(case=gone, system_config__system__slug="alder").update(is_current=False)
    # The posters of pair b are compared after all.
    study = change_settings(study=study, wanted_systems=["alder", "birch", "b-good", "b-bad"])
    for slug in ("b-good", "b-bad"):
        make_poster(gone, make_config(slug))

    study = freeze_study(study=study)

    assert list(study.gold_pairs.values_list("number", "note")) == [(1, "c")]
    assert "; gold pairs left out: 2" in history_of(study)[0][0].detail
