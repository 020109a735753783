"""Keeping a benchmark's list of papers and their facts as the manifest has them."""

from dataclasses import dataclass

from django.db import transaction

from arena.benchmarks.manifest import Manifest, ManifestRow
from arena.benchmarks.models import Benchmark, BenchmarkCase, Case
from arena.benchmarks.selectors import corrected_facts_of
from arena.core.errors import Conflict

# Facts that a manifest may leave out; where it does, a case keeps what another manifest said.
OPTIONAL = ("year", "venue", "citation", "license", "license_url", "landing_url", "pdf_url", "expected_sha256")


@dataclass(frozen=True, slots=True)
class SavedList:
    benchmark: Benchmark
    cases: dict[str, Case]
    notes: tuple[str, ...]


def save_list(*, manifest: Manifest, accept_different: bool) -> SavedList:
    """Write the benchmark, its cases and their order; Conflict if it holds papers that the manifest lacks."""
    with transaction.atomic():
        benchmark, created = Benchmark.objects.get_or_create(
            name=manifest.name, defaults={"title": manifest.title, "description": manifest.description}
        )
        if not created:
            _refuse_to_drop(benchmark, manifest)
            benchmark.title, benchmark.description = manifest.title, manifest.description
            benchmark.save(update_fields=["title", "description"])
        # Locked: a correction or a freeze in between would be written over.
        known = Case.objects.select_for_update().in_bulk([row.case_id for row in manifest.rows], field_name="case_id")
        corrected = corrected_facts_of(known.values())
        cases: dict[str, Case] = {}
        notes: list[str] = []
        for row in manifest.rows:
            case = known.get(row.case_id)
            if case is None:
                case = Case(case_id=row.case_id)
            cases[row.case_id] = case
            notes += _take_facts(case, row, corrected[case.pk], accept_different=accept_different)
        _save_order(benchmark, [cases[row.case_id] for row in manifest.rows])
    return SavedList(benchmark, cases, tuple(notes))


def _refuse_to_drop(benchmark: Benchmark, manifest: Manifest) -> None:
    listed = {row.case_id for row in manifest.rows}
    held = benchmark.entries.values_list("case__case_id", flat=True)
    dropped = [case_id for case_id in held if case_id not in listed]
    if dropped:
        raise Conflict(
            f"There is a benchmark {benchmark.name} with papers that this manifest does not list "
            f"({', '.join(dropped[:3])}{', …' if len(dropped) > 3 else ''}); load it under another name with --name."
        )


def _take_facts(case: Case, row: ManifestRow, corrected: set[str], *, accept_different: bool) -> list[str]:
    """Copy the row's facts to its case, unless they are frozen or belong to another file; notes for people."""
    another_file = bool(case.pdf_sha256 and row.expected_sha256) and row.expected_sha256 not in {
        case.pdf_sha256,
        case.expected_sha256,
    }
    if another_file and not accept_different:
        meant, tied = row.expected_sha256[:12], case.pdf_sha256[:12]
        return [f"{case.case_id}: this manifest means file {meant}…, the paper is tied to {tied}… and stays as it is"]
    facts = _facts(case, row)
    changed = [name for name, value in facts.items() if getattr(case, name) != value]
    kept = sorted(corrected & set(changed))
    notes = (
        [f"{case.case_id}: {', '.join(kept)} {'stays' if len(kept) == 1 else 'stay'} as corrected here"] if kept else []
    )
    changed = [name for name in changed if name not in kept]
    if not changed:
        return notes
    if case.frozen_at:
        return [f"{case.case_id}: a frozen study uses this paper, so its {', '.join(changed)} stay as they are"]
    for name in changed:
        setattr(case, name, facts[name])
    if not case.pdf_sha256 and not case.problem:
        case.problem = "no PDF yet"
    case.save()
    return notes


def _facts(case: Case, row: ManifestRow) -> dict[str, object]:
    facts: dict[str, object] = {"title": row.title, "discipline": row.discipline}
    facts |= {name: value for name in OPTIONAL if (value := getattr(row, name))}
    facts["identifiers"] = {**case.identifiers, **row.identifiers}
    # What ingest read from the PDF stands in until a manifest says it.
    from_pdf = set(case.read_from_pdf)
    if row.authors:
        facts["authors"] = list(row.authors)
        from_pdf.discard("authors")
    if row.abstract:
        facts["abstract"] = row.abstract
        from_pdf.discard("abstract")
    facts["read_from_pdf"] = sorted(from_pdf)
    return facts


def _save_order(benchmark: Benchmark, cases: list[Case]) -> None:
    order = list(benchmark.entries.order_by("position").values_list("case_id", flat=True))
    if order == [case.pk for case in cases]:
        return
    # Entries carry nothing but the order and nobody refers to them, so a new order is written afresh.
    benchmark.entries.all().delete()
    BenchmarkCase.objects.bulk_create(
        BenchmarkCase(benchmark=benchmark, case=case, position=position) for position, case in enumerate(cases, start=1)
    )
