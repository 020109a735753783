"""The two accounts of a demonstration site, with passwords made once and kept where only this user reads them."""

import json
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from arena.core.access import add_researcher


@dataclass(frozen=True, slots=True)
class DemoSecrets:
    """What the demonstration prints: two passwords, and the token of each study's invitation once it was made."""

    admin_password: str
    researcher_password: str
    invitations: dict[str, str] = field(default_factory=dict)


def _path() -> Path:
    return Path(settings.DATA_DIR) / "demo.json"


def read_secrets() -> DemoSecrets:
    if _path().exists():
        return DemoSecrets(**json.loads(_path().read_text()))
    return write_secrets(DemoSecrets(secrets.token_urlsafe(9), secrets.token_urlsafe(9)))


def write_secrets(kept: DemoSecrets) -> DemoSecrets:
    _path().touch(mode=0o600)
    _path().write_text(json.dumps(asdict(kept)))
    return kept


@transaction.atomic
def ensure_accounts(kept: DemoSecrets) -> None:
    """Make `admin` and `researcher` unless they exist; a password somebody changed is left alone."""
    admin, made = User.objects.get_or_create(username="admin", defaults={"is_staff": True})
    if made:
        admin.set_password(kept.admin_password)
        admin.save()
    researcher, made = User.objects.get_or_create(username="researcher")
    if made:
        researcher.set_password(kept.researcher_password)
        researcher.save()
    add_researcher(researcher)
