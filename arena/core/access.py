"""Who may see what: admins run things, researchers read reports; everybody else is turned away.

Reviewers are not users: their pages are opened by arena.studies.access.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group, User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase

RESEARCHERS = "researchers"
View = Callable[..., HttpResponseBase]


def is_admin(user: AbstractBaseUser | AnonymousUser) -> bool:
    return isinstance(user, User) and user.is_active and user.is_staff


def is_researcher(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Admins may read what researchers may read."""
    if is_admin(user):
        return True
    return isinstance(user, User) and user.is_active and user.groups.filter(name=RESEARCHERS).exists()


def add_researcher(user: User) -> None:
    group, _ = Group.objects.get_or_create(name=RESEARCHERS)
    user.groups.add(group)


def admin_required(view: View) -> View:
    return _only(is_admin, view)


def researcher_required(view: View) -> View:
    return _only(is_researcher, view)


def _only(allowed: Callable[[AbstractBaseUser | AnonymousUser], bool], view: View) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not allowed(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded
