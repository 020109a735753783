"""The script modules that a page needs, named at once: a browser would find them one import after the other."""

import re
from functools import cache
from pathlib import Path, PurePosixPath

from django import template
from django.contrib.staticfiles import finders

register = template.Library()
IMPORTED = re.compile(r'\bfrom "\./([\w-]+\.js)"')


@register.simple_tag
@cache
def imported_by(module: str) -> tuple[str, ...]:
    """Everything that this static module imports, directly or not, in the order of names; all lie in one folder."""
    found: set[str] = set()
    waiting = [PurePosixPath(module)]
    while waiting:
        path = finders.find(str(waiting.pop()))
        if path is None:
            continue  # the browser says so, and the page works as a plain form
        source = Path(path).read_text(encoding="utf-8")
        names = {str(PurePosixPath(module).with_name(name)) for name in IMPORTED.findall(source)}
        waiting += [PurePosixPath(name) for name in names - found]
        found |= names
    return tuple(sorted(found - {module}))
