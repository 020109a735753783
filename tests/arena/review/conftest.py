"""A study of two papers, somebody who may judge at once, and their browser; a file may have a study of its own."""

import pytest
from django.test import Client

from arena.studies.models import Reviewer, Study
from tests.factories.studies import make_reviewer, make_study, reviewer_client


@pytest.fixture
def study(db: None) -> Study:
    return make_study(n_cases=2)


@pytest.fixture
def reviewer(study: Study) -> Reviewer:
    return make_reviewer(study)


@pytest.fixture
def client(reviewer: Reviewer) -> Client:
    return reviewer_client(reviewer)
