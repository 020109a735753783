"""Commands of the generation core that need no database: `python -m generation browser [--install]`."""

import argparse
import sys
from collections.abc import Sequence

from generation.errors import GenerationError
from generation.render.browser import diagnose_browser, diagnose_cjk_fonts, install_browser


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 0: fine; 1: not, with one line on stderr that says why and what to do."""
    parser = argparse.ArgumentParser(prog="python -m generation", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    browser = commands.add_parser("browser", help="say which Chromium draws the posters, or install one")
    browser.add_argument("--install", action="store_true", help="install one if there is none")
    return _browser(install=parser.parse_args(arguments).install)


def _browser(*, install: bool) -> int:
    try:
        if install:
            install_browser()
    except GenerationError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    found = diagnose_browser()
    if not found.ok:
        sys.stderr.write(f"{found.message}\n")
        return 1
    fonts = diagnose_cjk_fonts()
    sys.stdout.write(f"{found.message}\n")
    sys.stdout.write(f"{fonts.name}: {fonts.message}{'' if fonts.ok else '; ' + fonts.remedy}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
