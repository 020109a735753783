"""Settings of the test run: a data folder of its own, plain static files, a broker that keeps messages in memory."""

import os
import tempfile

os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="poster-arena-tests-")
os.environ["SECRET_KEY"] = "only-for-tests-" * 4
os.environ["SITE_URL"] = "http://testserver"
os.environ.pop("CELERY_BROKER_URL", None)

from arena.settings import *  # noqa: F403
from arena.settings import DATA_DIR, DATABASES, STATIC_ROOT, STORAGES

STATIC_ROOT.mkdir()  # whitenoise warns where there is none

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, so that the threads of a live server share it under the locking that users get.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
