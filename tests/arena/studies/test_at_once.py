"""Two admins at the same moment: nobody is invited twice, and no two changes wait for each other for ever."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from arena.core.errors import ArenaError
from arena.review.services.leave import withdraw_everything
from arena.studies.models import Invitation
from arena.studies.services.change import set_quota
from arena.studies.services.invite import Person, invite, renew_invitation
from arena.studies.services.life import close_study
from arena.studies.services.people import erase_person
from tests.factories.review import judge, show
from tests.factories.studies import make_reviewer, make_study

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*works: Callable[[], object]) -> list[object]:
    """Run each in a thread with a connection of its own, all together; a refusal is a result, a fault of the database
    is none."""
    barrier = Barrier(len(works))

    def run(work: Callable[[], object]) -> object:
        try:
            barrier.wait(10)
            return work()
        except ArenaError as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def test_a_list_sent_twice_at_once_invites_everybody_once() -> None:
    study = make_study(n_cases=1)
    people = [Person("Ann", "ann@example.org")]
    results = at_once(*[lambda: invite(study=study, people=people)] * 3)
    assert Invitation.objects.count() == 1
    assert sum(isinstance(result, ArenaError) for result in results) == 2


def test_changes_of_a_study_and_of_its_reviewer_do_not_wait_for_each_other() -> None:
    study = make_study(n_cases=2)
    for _ in range(3):
        reviewer = make_reviewer(study)
        pair = show(reviewer)
        at_once(
            lambda reviewer=reviewer: set_quota(reviewer=reviewer, quota=1),
            lambda reviewer=reviewer: erase_person(reviewer=reviewer, with_comments=True),
            lambda reviewer=reviewer: withdraw_everything(reviewer=reviewer),
            lambda reviewer=reviewer: renew_invitation(reviewer=reviewer),
            lambda pair=pair: judge(pair),
        )
        reviewer.refresh_from_db()
        assert reviewer.erased_at is not None
    at_once(lambda: close_study(study=study), lambda: set_quota(reviewer=reviewer, quota=2))
    study.refresh_from_db()
    assert study.state == "closed"
