"""A whole site for looking at: every state that papers, posters, studies, reviewers and reports can be in."""

from dataclasses import dataclass, field
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import F
from django.test import Client
from django.utils import timezone

from arena.benchmarks.models import Case, Draft, DraftPaper, Ingest
from arena.core.access import add_researcher
from arena.core.leases import WorkState
from arena.posters.models import GenerationRun, IdentityScan, Poster, PosterScore, ScoringRun, Upload
from arena.reports.models import Report
from arena.review.models import Background, EndSurvey
from arena.review.services.exclusions import exclude, lift
from arena.review.services.preview import start_preview
from arena.review.services.simulated import record_simulated
from arena.studies.models import Reviewer, Study
from arena.studies.services.freeze import freeze_study
from arena.studies.services.gold import add_gold_pair
from arena.studies.services.invite import Person, forget_person, invite, revoke_invitation
from arena.studies.services.life import close_study, open_study, pause_study, publish_study
from arena.studies.services.reviewers import add_reviewers
from arena.studies.services.version import new_version
from scoring.words import Choice
from tests.browser.seeded_around import around_the_pairs
from tests.factories import posters as read_papers
from tests.factories.identity import make_finding
from tests.factories.quality import Desk
from tests.factories.reports import EVALUATOR, make_report
from tests.factories.review import judge, show, simulated_answers, withdraw
from tests.factories.studies import make_benchmark, make_config, make_poster, make_reviewer, make_study, reviewer_client

TITLES = (
    "Six Decades of Carbon Dioxide at Mauna Loa: Trend, Seasonal Cycle and Growth Rate",
    "Observation of Gravitational Waves from a Binary Black Hole Merger",
    "Global burden of 369 diseases and injuries in 204 countries and territories, 1990–2019: a systematic analysis",
    "The Fall of the Labor Share and the Rise of Superstar Firms",
    "Attention Is All You Need",
)
FIELDS = ("climate_earth_environment", "physics_astronomy", "biomed_health", "economics_policy", "ai_ml")
FINDINGS = [
    {
        "id": "gate-visual",
        "dimension": "visual_evidence",
        "severity": "blocking",
        "box": {"x0": 0.05, "y0": 0.3, "x1": 0.4, "y1": 0.6},
        "message": "No figure of the paper stands on the poster, so the score is held at 60.",
    },
    {
        "id": "small-text",
        "dimension": "readability",
        "severity": "minor",
        "box": {"x0": 0.5, "y0": 0.7, "x1": 0.9, "y1": 0.9},
        "message": "Text of 11 px at the size of a screen.",
    },
]


@dataclass
class Site:
    """Where things are on the seeded site, and the cookies of those who visit it."""

    where: dict[str, object] = field(default_factory=dict)
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)


def build_site() -> Site:
    site = Site()
    ada = User.objects.create_user("ada", password="ada-password-1", is_staff=True)
    ben = User.objects.create_user("ben", password="ben-password-1")
    add_researcher(ben)
    cleo = User.objects.create_user("cleo-of-the-long-name", password="cleo-password-1")
    site.cookies |= {
        "nobody": {},
        "admin": session_of(ada),
        "researcher": session_of(ben),
        "stranger": session_of(cleo),
    }

    forest = make_study(n_cases=5, name="forest")
    name_papers(forest)
    read_pdfs(forest)
    score_posters(forest)
    reviewers_of(forest, site)
    site.where["older_report"] = make_report(forest, margin_edges=[0, 5, 12.5], seed=7).pk
    for pool in (Report.Pool.PEOPLE, Report.Pool.SIMULATED):
        report = make_report(forest, pool)
        site.where[f"report_{pool}"] = report.pk

    make_study(n_cases=2, name="draft-study", state=Study.State.DRAFT)
    frozen = make_study(n_cases=2, name="frozen-study", state=Study.State.FROZEN)
    closed = make_study(n_cases=1, name="closed-study", systems=("alder", "birch"))
    site.cookies["reviewer too early"] = cookies_of(make_reviewer(frozen))
    late = make_reviewer(closed)
    judge(show(late), Choice.RIGHT)
    site.cookies["reviewer too late"] = cookies_of(late)
    Study.objects.filter(pk=closed.pk).update(state=Study.State.CLOSED)
    short = make_study(n_cases=1, name="short-study", systems=("alder", "birch"))
    done = make_reviewer(short)
    judge(show(done), Choice.SKIP)
    site.cookies["reviewer at the end"] = cookies_of(done)
    Report.objects.create(study=short, pool="people", state=WorkState.FAILED, error="Every judgment is a skip.")
    imported = Study.objects.create(
        name="published",
        title="Published blind study",
        state=Study.State.CLOSED,
        note="Rebuilt so that every published count comes out; the intervals are ours.",
    )
    make_report(imported)
    unfinished_work(forest)
    versions_of_a_study(site)
    site.cookies |= {who: cookies_of(reviewer) for who, reviewer in around_the_pairs(name_papers).items()}
    gold_pair_of(frozen)
    judged_study()

    site.where |= {"draft": draft_of(ada).pk, "upload": upload_of(forest).pk}
    case = Case.objects.get(case_id="forest-papers-001")
    poster = forest.posters.filter(case=case).order_by("study_system__label").first().poster
    site.where |= {
        "case": case.pk,
        "case_without_pdf": Case.objects.filter(pdf_sha256="").first().pk,
        "poster": poster.pk,
        "poster_unscored": Poster.objects.filter(scores=None).order_by("pk").first().pk,
        "poster_uploaded": poster.pk,
    }
    site.where["poster_signed"] = signed_posters().pk
    # The factory's masters are no pictures, but a page shows them.
    Poster.objects.update(master_sha256=F("rendition_sha256"))
    return site


def signed_posters() -> Poster:
    """A draft with a poster that says who made it, in every way, and one that nobody has looked at."""
    make_study(n_cases=2, name="signed-study", systems=("alder", "birch"), state=Study.State.DRAFT)
    signed, unseen, *_ = Poster.objects.filter(case__case_id__startswith="signed-study").order_by("pk")
    make_finding(signed)
    make_finding(signed, "Canva", box=[0.6, 0.3, 0.7, 0.34], excerpt="Labels by Canva", in_paper=True)
    make_finding(signed, "OpenAI", place="text", box=None, excerpt="HTML text: a word that nobody could read")
    decided = {"decided_by": "ada", "decided_at": timezone.now()}
    make_finding(signed, "BioRender", state="accepted", note="The figure is of the paper.", **decided)
    stays = {"state": "accepted", "note": "Reviewers never receive it.", "box": None}
    make_finding(signed, "Skia/PDF", place="metadata", excerpt="PDF Producer: Skia/PDF m120", **stays)
    IdentityScan.objects.filter(poster=unseen).update(state=WorkState.FAILED, error="The poster picture is damaged.")
    return signed


def versions_of_a_study(site: Site) -> None:
    """A study that its reviewers left for a new version, one whose results are public, and an admin who looks."""
    study = make_study(n_cases=2, name="version-study")
    for choice in (Choice.LEFT, Choice.RIGHT):
        judge(show(make_reviewer(study)), choice)
    make_poster(study.cases.first().case, make_config("alder"))
    pause_study(study=study, by="ada")
    version = open_study(study=freeze_study(study=new_version(study=study, by="ada"), by="ada"), by="ada")
    site.cookies["admin who looks"] = site.cookies["admin"] | cookies_of(start_preview(study=version))
    public = make_study(n_cases=1, name="public-study", systems=("alder", "birch"))
    make_report(public)
    publish_study(study=close_study(study=public))


def session_of(user: User) -> dict[str, str]:
    client = Client()
    client.force_login(user)
    return {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}


def cookies_of(reviewer: Reviewer) -> dict[str, str]:
    return {name: morsel.value for name, morsel in reviewer_client(reviewer).cookies.items()}


def name_papers(study: Study) -> None:
    for number, entry in enumerate(study.cases.select_related("case")):
        case = entry.case
        case.title, case.discipline = TITLES[number % 5], FIELDS[number % 5]
        case.authors = ["Ann Author", "Bo Writer", "Cy Scholar"]
        case.venue, case.year, case.license = "Journal of Slow Results", 2024, "CC BY 4.0"
        case.license_url = "https://creativecommons.org/licenses/by/4.0/"
        case.landing_url = "https://example.org/a/rather/long/address/of/a/landing/page/with-a-name-that-goes-on-and-on"
        case.save()


def read_pdfs(study: Study) -> None:
    """Ingest results with one figure for each paper of the study."""
    model = read_papers.make_ready_case("read-papers-1")
    done, figure = model.ingests.get(), model.ingests.get().figures.get()
    for entry in study.cases.select_related("case"):
        ingest = Ingest.objects.create(
            case=entry.case, pdf_sha256=entry.case.pdf_sha256, state=WorkState.DONE, content=done.content
        )
        figure.pk, figure.ingest = None, ingest
        figure.caption = (
            "Monthly means of the series, with the long trend as a line; shaded years had strong El Niños. " * 2
        )
        figure.save()


def score_posters(study: Study) -> None:
    """Scores with every dimension and two findings, for all pinned posters but one, which failed."""
    pins = list(study.posters.select_related("poster").order_by("case__case_id", "study_system__label"))
    for place, pin in enumerate(pins[:-1]):
        PosterScore.objects.create(
            poster=pin.poster,
            evaluator=EVALUATOR,
            protocol="posterbench-offline-1",
            status="scored",
            overall=60.0 if place == 0 else 41.5 + 5 * place % 50,
            rubric=74.2 if place == 0 else 41.5 + 5 * place % 50,
            ceiling=60.0 if place == 0 else None,
            faithfulness=9.1,
            coverage=6.4,
            density=None if place == 1 else 7.7,
            visual_evidence=3.0,
            layout=8.2,
            readability=5.5,
            aesthetics=6.9,
            findings=FINDINGS,
        )
    ScoringRun.objects.create(
        poster=pins[-1].poster, evaluator=EVALUATOR, state=WorkState.FAILED, error="The picture holds no text at all."
    )
    for pin in pins:
        GenerationRun.objects.create(
            case=pin.poster.case,
            system_config=pin.poster.system_config,
            pdf_sha256=pin.poster.pdf_sha256,
            state=WorkState.DONE,
        )


def reviewers_of(study: Study, site: Site) -> None:
    """Volunteers in every state, and simulated ones."""
    site.where["unopened_token"] = token_of(invite(study=study, people=[Person("Dora D.", "dora@example.org")])[0].url)
    busy = make_reviewer(study)
    for choice in (Choice.LEFT, Choice.EQUAL, Choice.SKIP, Choice.RIGHT):
        judge(
            show(busy),
            choice,
            critical_left=choice == Choice.RIGHT,
            comment="Text runs out of its box." if choice == Choice.LEFT else "",
        )
    site.cookies["reviewer"] = cookies_of(busy)
    site.cookies["reviewer who is staff"] = site.cookies["admin"] | cookies_of(make_reviewer(study))
    site.cookies["new reviewer"] = cookies_of(make_reviewer(study))
    undone = make_reviewer(study)
    first = show(undone)
    judge(first)
    withdraw(first)
    site.cookies["reviewer who took back"] = cookies_of(undone)
    revoke_invitation(reviewer=make_reviewer(study))
    forget_person(reviewer=invite(study=study, people=[Person("Gone", "gone@example.org")])[0].reviewer)
    for reviewer in add_reviewers(study=study, count=3, kind=Reviewer.Kind.SIMULATED):
        record_simulated(reviewer=reviewer, answers=simulated_answers(12))
    token = busy.assignments.order_by("position").first().token
    site.where |= {"answered_token": token, "undone_token": first.token}


def gold_pair_of(study: Study) -> None:
    """One gold pair, and a second poster that could be another."""
    case = study.cases.select_related("case")[0].case
    worse, _ = make_poster(case, make_config("control")), make_poster(case, make_config("control"))
    better = study.posters.filter(case=case)[0].poster
    add_gold_pair(study=study, better=better, worse=worse, note="Its figures were taken out on purpose.")


def judged_study() -> None:
    """Reviewers who look, one who is always on one side and too fast, and exclusions of every sort."""
    study = make_study(n_cases=4, name="judged-study")
    desk, people = Desk(study), [make_reviewer(study) for _ in range(4)]
    for place, task in enumerate(desk.tasks):
        for reviewer in people[:2]:
            first = desk.judge(reviewer, task, ("left", "right", "equal")[place % 3], a_is_left=place % 2 == 0)
            if place < 6:
                side = not first.assignment.a_is_left
                desk.judge(reviewer, task, "left", kind="repeat", a_is_left=side, repeat_of=first.assignment)
        desk.judge(people[2], task, seconds=1.4, open_seconds=80)
    slip = desk.judge(people[3], desk.tasks[0], answer={"comment": "I pressed the wrong key.", "knows_paper": True})
    exclude(reviewer=people[2], rule="side", reason="left in 24 of 24 non-tie judgments", by="ada")
    exclude(reviewer=people[3], judgment=slip, rule="by_hand", reason="by hand: said it was a slip", by="ada")
    exclude(reviewer=people[3], judgment=slip, rule="conflict", reason="conflict of interest")
    lift(exclusion=exclude(reviewer=people[0], rule="by_hand", reason="by hand: asked for it", by="ada"), by="ada")
    Background.objects.create(reviewer=people[0], field="ai_ml", experience="doctoral", posters_made="few")
    EndSurvey.objects.create(reviewer=people[0], could_tell="sometimes", how="By the fonts.", remark="Nice to do.")


def token_of(url: str) -> str:
    return url.rstrip("/").rsplit("/", 1)[-1]


def unfinished_work(study: Study) -> None:
    """Papers without a PDF or that could not be read, runs that wait, are going on or failed."""
    make_benchmark("waiting-papers", n_cases=4)
    cases = list(Case.objects.filter(case_id__startswith="waiting-papers"))
    states = (WorkState.RUNNING, WorkState.REQUESTED, WorkState.FAILED)
    for case, state in zip(cases, states, strict=False):
        error = "It is encrypted: save it without a password and load it again." if state == WorkState.FAILED else ""
        Ingest.objects.create(
            case=case, pdf_sha256=case.pdf_sha256, state=state, error=error, started_at=timezone.now()
        )
    Case.objects.filter(pk=cases[3].pk).update(pdf_sha256="", problem="")
    for slug, state in zip(("alder", "birch", "cedar"), states, strict=True):
        GenerationRun.objects.create(
            case=cases[0],
            system_config=make_config(slug),
            pdf_sha256="",
            state=state,
            started_at=timezone.now() - timedelta(minutes=3),
            error="The backend gave up after three tries: no figure could be placed."
            if state == WorkState.FAILED
            else "",
        )
    make_poster(cases[1], make_config("dogwood"))


def draft_of(admin: User) -> Draft:
    """A benchmark that is being made from a ZIP: one paper read, one refused, one waiting."""
    draft = Draft.objects.create(name="own-papers", title="Own papers", file_name="papers-of-ours.zip", made_by=admin)
    content = read_papers.make_ready_case("read-papers-2").ingests.get().content
    states = (WorkState.DONE, WorkState.FAILED, WorkState.REQUESTED)
    for position, state in enumerate(states, start=1):
        DraftPaper.objects.create(
            draft=draft,
            position=position,
            file_name=f"ours/paper-number-{position}.pdf",
            pdf_sha256=f"{position}" * 64,
            state=state,
            content=content if state == WorkState.DONE else "",
            error="It is encrypted." if state == WorkState.FAILED else "",
            case_id=f"own-{position}",
            title=TITLES[position],
            authors="Ann Author\nBo Writer",
            abstract="What we found, in a few sentences that go on for a while. " * 5,
        )
    return draft


def upload_of(study: Study) -> Upload:
    """Posters sent by browser that wait for their check."""
    return Upload.objects.create(
        system_config=make_config("alder"),
        benchmark=study.benchmark,
        file_name="posters.zip",
        size=123_456,
        sent_by="ada",
        files_total=5,
    )
