"""What loads what: the cores need no framework, and answering requests needs nothing that draws, reads or fits."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPO

# Every module of a core, in a process in which these frameworks, the site and the other core cannot be imported.
WITHOUT = """
import importlib, pkgutil, sys

core, *blocked = sys.argv[1:]

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
package = importlib.import_module(core)
for module in pkgutil.walk_packages(package.__path__, f"{core}."):
    if not module.name.endswith("__main__"):  # these run when they are imported
        importlib.import_module(module.name)
print(sum(name.partition(".")[0] == core for name in sys.modules))
"""
# A process of the site, ready to answer; then the heavy ones among its modules.
SITE = """
import sys
import arena.wsgi, arena.urls
heavy = {"cv2", "choix", "matplotlib", "onnxruntime", "pdfplumber", "playwright", "rapidocr", "scipy"}
print(*sorted(heavy & set(sys.modules)))
"""


def run(code: str, *arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *arguments],
        cwd=REPO,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(("core", "other"), [("scoring", "generation"), ("generation", "scoring")])
def test_a_core_imports_without_django_celery_the_site_and_the_other_core(core: str, other: str) -> None:
    modules = len(list((REPO / core).rglob("*.py")))
    main_modules = len(list((REPO / core).rglob("__main__.py")))
    assert int(run(WITHOUT, core, "django", "celery", "kombu", "arena", other)) == modules - main_modules


def test_the_blocking_blocks() -> None:
    with pytest.raises(AssertionError, match="django is blocked"):
        run(WITHOUT, "arena", "django")


def test_a_process_that_answers_requests_loads_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()  # whitenoise warns where there is none
    assert run(SITE, DATA_DIR=str(tmp_path)) == ""
