"""A delivery as its page shows it: each file, the paper it is for, and what it does or did there."""

from dataclasses import dataclass

from arena.benchmarks.models import Case
from arena.core.leases import WorkState
from arena.posters.models import Poster, Upload


@dataclass(frozen=True, slots=True)
class SentFile:
    """One file of a delivery. `effect` is "new", "replaces" or "same"; empty where it is rejected."""

    number: int
    name: str
    case_id: str
    case: Case | None
    verdict: str  # "ok", "warn" or "reject"
    reason: str
    effect: str
    thumbnail_sha256: str

    @property
    def is_rejected(self) -> bool:
        return self.verdict == "reject"


@dataclass(frozen=True, slots=True)
class Sent:
    upload: Upload
    files: tuple[SentFile, ...]
    without: tuple[Case, ...]  # papers of the benchmark that have no poster by this system and get none by this

    def _count(self, effect: str) -> int:
        return sum(file.effect == effect for file in self.files)

    @property
    def new(self) -> int:
        return self._count("new")

    @property
    def replaced(self) -> int:
        return self._count("replaces")

    @property
    def same(self) -> int:
        return self._count("same")

    @property
    def rejected(self) -> int:
        return sum(file.is_rejected for file in self.files)

    @property
    def remarked(self) -> int:
        return sum(file.verdict == "warn" for file in self.files)

    @property
    def changes_something(self) -> bool:
        return bool(self.new or self.replaced)

    @property
    def is_open(self) -> bool:
        return self.upload.state in {WorkState.REQUESTED, WorkState.RUNNING}

    @property
    def is_checked(self) -> bool:
        """It can be decided now."""
        upload = self.upload
        return upload.step == Upload.Step.CHECK and upload.state == WorkState.DONE and upload.discarded_at is None

    @property
    def is_taken(self) -> bool:
        return self.upload.step == Upload.Step.IMPORT and self.upload.state == WorkState.DONE

    @property
    def is_refused(self) -> bool:
        return self.upload.state == WorkState.FAILED


def sent_of(upload: Upload) -> Sent:
    """A fixed number of queries however many files there are."""
    cases = Case.objects.in_bulk([str(entry["case_id"]) for entry in upload.results], field_name="case_id")
    files = tuple(
        SentFile(
            number=number,
            name=str(entry["name"]),
            case_id=str(entry["case_id"]),
            case=cases.get(str(entry["case_id"])),
            verdict=str(entry["verdict"]),
            reason=str(entry["reason"]),
            effect=str(entry["effect"]),
            thumbnail_sha256=str(entry["thumbnail_sha256"]),
        )
        for number, entry in enumerate(upload.results, start=1)
    )
    covered = {file.case.pk for file in files if file.case is not None and not file.is_rejected}
    covered |= set(
        Poster.objects.filter(system_config=upload.system_config, is_current=True).values_list("case_id", flat=True)
    )
    papers = Case.objects.filter(entries__benchmark=upload.benchmark).order_by("entries__position")
    return Sent(upload, files, tuple(case for case in papers if case.pk not in covered))
