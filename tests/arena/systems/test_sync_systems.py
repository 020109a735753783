"""systems.toml: every fault with its line, a change is a new version, nothing is deleted."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from arena.core.errors import BadInput
from arena.systems.models import System, SystemConfig
from arena.systems.selectors import chosen_configs, current_config, current_configs
from arena.systems.services.sync import config_hash, sync_systems
from generation.backends import registry

pytestmark = pytest.mark.django_db


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "systems.toml"
    path.write_text(text)
    return path


def faults_of(path: Path) -> list[str]:
    with pytest.raises(BadInput) as refused:
        sync_systems(path=path)
    assert not System.objects.exists()
    return list(refused.value.faults)


def test_the_built_in_systems_are_there_without_a_file() -> None:
    report = sync_systems()

    assert report.created == ("three-columns", "big-finding", "figure-first", "plain-column")
    assert {config.backend for config in current_configs()} == set(registry.known())


def test_the_same_file_again_changes_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, '[systems.mine]\nbackend = "plain-column"\nmax_figures = 2\n')
    sync_systems(path=path)

    report = sync_systems(path=path)

    assert report.unchanged == ("mine",)
    assert SystemConfig.objects.count() == 1


def test_a_change_is_a_new_version_and_the_old_one_is_superseded(tmp_path: Path) -> None:
    text = '[systems.mine]\nname = "A"\nbackend = "plain-column"\nmax_figures = 2\n'
    sync_systems(path=write(tmp_path, text))

    words = sync_systems(path=write(tmp_path, text.replace('"A"', '"B"')))
    change = sync_systems(path=write(tmp_path, text.replace("= 2", "= 3")))

    assert words.unchanged == ("mine",), "a new name is no new configuration"
    assert change.changed == ("mine",)
    first, second = SystemConfig.objects.order_by("version")
    assert (first.version, second.version) == (1, 2)
    assert first.superseded_at is not None
    assert current_config("mine") == second
    assert second.params == {"max_figures": 3}


def test_the_hash_does_not_depend_on_the_order_of_parameters() -> None:
    assert config_hash("b", {"x": 1, "y": 2.5}) == config_hash("b", {"y": 2.5, "x": 1})
    assert config_hash("b", {"x": 1}) != config_hash("c", {"x": 1})


def test_what_is_no_longer_in_the_file_is_told_and_kept(tmp_path: Path) -> None:
    sync_systems()

    report = sync_systems(path=write(tmp_path, '[systems.mine]\nbackend = "upload"\n'))

    assert report.absent == ("big-finding", "figure-first", "plain-column", "three-columns")
    assert System.objects.count() == 5
    assert "not in the file, kept: big-finding, figure-first, plain-column, three-columns" in report.lines


def test_every_fault_is_told_with_its_line_and_no_secret(shared: Path) -> None:
    faults = faults_of(shared / "cases" / "uploads" / "made_systems_bad.toml")

    assert [fault.split(":")[0] for fault in faults] == ["line 2", "line 4", "line 5", "line 8", "line 9", "line 11"]
    assert "unknown backend 'chat'" in faults[0]
    assert "price_per_million_input_usd is not a finite number" in faults[1]
    assert "timeout_seconds is not a finite number" in faults[2]
    assert "unknown backend 'no-such-backend'" in faults[3]
    assert "api_key looks like a secret" in faults[4]
    assert "'../gamma' cannot name a system" in faults[5]
    assert "canary" not in "\n".join(faults)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[systems.a]\nname = "A"\n', "line 1: backend is missing"),
        (
            '[systems.a]\nbackend = "plain-column"\n\ncolour = "red"\n',
            "line 4: backend 'plain-column': unknown",
        ),
        ('[systems.a]\nbackend = "plain-column"\nmax_figures = "two"\n', "line 3: backend 'plain-column': parameter"),
        ('[systems.a]\nbackend = "plain-column"\nmax_figures = -1\n', "line 3: backend 'plain-column': parameter"),
        ("[systems.a]\nbackend = 5\n", "line 2: backend is not a text"),
        ('[systems.a]\nbackend = "upload"\nmodel = "m"\n', "line 3: model means nothing to an upload"),
        ('[systems.a]\nbackend = "upload"\n[systems.a.more]\nx = 1\n', "more is not a text, a number, true or false"),
        ("[systems]\na = 5\n", "systems.a is not a table"),
        ('[systems.a]\nbackend = "upload"\nmodel = "sk-live-0123456789"\n', "line 3: model looks like a secret"),
    ],
)
def test_a_wrong_value_is_named(tmp_path: Path, text: str, fault: str) -> None:
    faults = faults_of(write(tmp_path, text))

    assert any(fault in told for told in faults), faults
    assert "sk-live" not in "".join(faults)


@pytest.mark.parametrize(
    ("text", "message"),
    [("[systems", "is not valid TOML"), ("x = 1\n", "names no systems"), ("", "names no systems")],
)
def test_what_is_no_systems_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        sync_systems(path=write(tmp_path, text))


def test_an_unknown_system_names_the_known_ones() -> None:
    sync_systems()

    with pytest.raises(BadInput, match="Known: big-finding, figure-first"):
        chosen_configs(["three-columns", "nobody"])
    assert [config.system.slug for config in chosen_configs(["plain-column", "big-finding"])] == [
        "plain-column",
        "big-finding",
    ]


def test_the_command_says_what_it_did_or_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("sync_systems")
    assert capsys.readouterr().out.startswith("new: three-columns")

    with pytest.raises(CommandError, match="cannot be read"):
        call_command("sync_systems", str(tmp_path / "absent.toml"))
