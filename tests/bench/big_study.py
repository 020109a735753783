"""The largest study there can be: 20 systems, 100 papers, 19,000 pairs, with one small picture for all its posters."""

from datetime import UTC, datetime, timedelta

from arena.core.files import store_bytes
from arena.posters.models import Poster
from arena.review.services.simulated import SimulatedAnswer, record_simulated
from arena.studies.models import Reviewer, Study
from arena.studies.schedule import StepKind
from arena.studies.selectors import schedule_for
from arena.studies.services.freeze import freeze_study
from arena.studies.services.life import create_study, open_study
from arena.studies.services.reviewers import add_reviewers
from scoring.words import Choice
from tests.factories.studies import make_benchmark, make_config, make_reviewer, picture_webp


def make_big_study(n_systems: int, n_cases: int) -> tuple[Reviewer, Reviewer]:
    """Somebody who starts, and a simulated reviewer, in a study that is open."""
    benchmark = make_benchmark("big-papers", n_cases)
    configs = [make_config(f"system-{number:02d}") for number in range(n_systems)]
    picture = store_bytes(picture_webp(7, 320, 240))
    files = {f"{name}_sha256": picture for name in ("artifact", "master", "rendition", "thumbnail", "medium", "full")}
    Poster.objects.bulk_create(
        Poster(
            case=entry.case,
            system_config=config,
            revision=1,
            origin=Poster.Origin.UPLOADED,
            pdf_sha256=entry.case.pdf_sha256,
            artifact_kind="png",
            width=320,
            height=240,
            **files,
        )
        for entry in benchmark.entries.select_related("case")
        for config in configs
    )
    names = [config.system.slug for config in configs]
    study = create_study(name="big", benchmark=benchmark, systems=names, seed=1, drop_incomplete=False)
    Study.objects.filter(pk=study.pk).update(practice_pairs=0, repeat_share=0.05)
    study = open_study(study=freeze_study(study=study))
    return make_reviewer(study), add_reviewers(study=study, count=1, kind=Reviewer.Kind.SIMULATED)[0]


def answer_many(reviewer: Reviewer, count: int) -> None:
    """The first so many steps, repeats among them."""
    start, choices = datetime(2026, 5, 1, 10, tzinfo=UTC), (Choice.LEFT, Choice.EQUAL, Choice.RIGHT)
    schedule = schedule_for(reviewer.study, reviewer.number, gold_pairs=0)
    steps = [schedule.step(number) for number in range(1, count + 1)]
    record_simulated(
        reviewer=reviewer,
        answers=[
            SimulatedAnswer(
                position=step.position,
                choice=choices[number % 3],
                critical_left=False,
                critical_right=False,
                seconds=20.0,
                shown_at=start + timedelta(minutes=number),
                again=step.kind == StepKind.REPEAT,
            )
            for number, step in enumerate(steps)
        ],
    )
