"""Typed readers of the environment: a wrong value stops the start and names its variable."""

import secrets
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError

env = Env()


def read_bool(name: str, *, default: bool) -> bool:
    try:
        return env.bool(name, default)
    except EnvError as error:
        raise ImproperlyConfigured(f"{name} must be true or false.") from error


def read_data_dir(default: Path) -> Path:
    """The folder that holds everything the site writes; made if absent."""
    folder = Path(env.str("DATA_DIR", "") or default).expanduser().absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"DATA_DIR: {folder} cannot be made: {error.strerror}.") from error
    return folder


def read_secret_key(data_dir: Path) -> str:
    """SECRET_KEY, or one made once and kept in DATA_DIR where only this user reads it."""
    given = env.str("SECRET_KEY", "")
    if given:
        if len(given) < 32:
            raise ImproperlyConfigured("SECRET_KEY must have at least 32 characters.")
        return given
    kept = data_dir / "secret_key"
    if not kept.exists():
        # Written aside and linked into place, so that two processes starting together agree on one key.
        draft = data_dir / f"secret_key.{secrets.token_hex(4)}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        try:
            kept.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return kept.read_text().strip()


CONNECTION_SECONDS = 60  # that a process keeps a connection to the database


def read_database(data_dir: Path) -> dict[str, object]:
    """DATABASE_URL (postgres://…), or SQLite in DATA_DIR, set for several processes writing at once."""
    url = env.str("DATABASE_URL", "")
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(data_dir / "arena.sqlite3"),
            # Opening it anew for each request, and writing its log back at each close, would cost more than queries do.
            "CONN_MAX_AGE": CONNECTION_SECONDS,
            "OPTIONS": {
                "timeout": 20,
                # A transaction that starts as a reader and then writes cannot wait for the lock; taking it at once can.
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    try:
        config = dict(dj_database_url.parse(url, conn_max_age=CONNECTION_SECONDS, conn_health_checks=True))
    except ValueError as error:
        raise ImproperlyConfigured("DATABASE_URL must be a URL such as postgres://user:password@host/name.") from error
    if config.get("ENGINE") != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database; leave it out for SQLite.")
    return config


def read_site_url() -> str:
    url = env.str("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ImproperlyConfigured("SITE_URL must be a full address such as https://arena.example.org.")
    return url


def read_allowed_hosts(site_url: str) -> list[str]:
    """ALLOWED_HOSTS (comma-separated); the host of SITE_URL and this machine itself are always allowed."""
    hosts = {urlsplit(site_url).hostname or "", "127.0.0.1", "localhost", "[::1]"}
    hosts.update(host.strip() for host in env.str("ALLOWED_HOSTS", "").split(",") if host.strip())
    return sorted(hosts)


def read_broker(data_dir: Path) -> tuple[str, dict[str, object]]:
    """The broker's URL and its options: CELERY_BROKER_URL (redis://…), or folders in DATA_DIR that need no server."""
    url = env.str("CELERY_BROKER_URL", "")
    if not url:
        queue, control = data_dir / "broker" / "queue", data_dir / "broker" / "control"
        for folder in (queue, control):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        options: dict[str, object] = {
            "data_folder_in": str(queue),
            "data_folder_out": str(queue),
            "control_folder": str(control),
            "polling_interval": 0.1,
        }
        return "filesystem://localhost/", options
    if urlsplit(url).scheme not in {"redis", "rediss", "unix", "redis+socket"}:
        raise ImproperlyConfigured(
            "CELERY_BROKER_URL must be a redis:// address (Redis or Valkey); leave it out for none."
        )
    return url.replace("unix://", "redis+socket://", 1), {}
