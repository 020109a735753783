"""The one settings file; what differs between machines comes from the environment (see arena.env)."""

from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from kombu import Queue

from arena import env

BASE_DIR = Path(__file__).resolve().parent.parent
env.env.read_env(str(BASE_DIR / ".env"), recurse=False)

DATA_DIR = env.read_data_dir(BASE_DIR / "var")
MEDIA_DIR = DATA_DIR / "media"
DEBUG = env.read_bool("DEBUG", default=False)
SECRET_KEY = env.read_secret_key(DATA_DIR)
SITE_URL = env.read_site_url()
ALLOWED_HOSTS = env.read_allowed_hosts(SITE_URL)
DATABASES = {"default": env.read_database(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "template_partials",
    "csp",
    "arena.core",
    "arena.benchmarks",
    "arena.systems",
    "arena.posters",
    "arena.studies",
    "arena.review",
    "arena.reports",
    "arena.desk",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "arena.core.compression.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Every page needs a signed-in user unless it says otherwise.
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "arena.studies.middleware.ReviewerMiddleware",
    "arena.core.middleware.ErrorPagesMiddleware",
]

ROOT_URLCONF = "arena.urls"
WSGI_APPLICATION = "arena.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "arena.core.theme.theme",
            ],
        },
    },
]

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "arena.core.static.StaticFilesStorage"},
}

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk:home"
LOGOUT_REDIRECT_URL = "login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Protection that needs TLS is on exactly where the site is reached by TLS.
SECURE = urlsplit(SITE_URL).scheme == "https"
SECURE_SSL_REDIRECT = SECURE
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE
SECURE_HSTS_PRELOAD = SECURE
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SESSION_COOKIE_SECURE = SECURE
CSRF_COOKIE_SECURE = SECURE
CSRF_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [SITE_URL]
CSRF_FAILURE_VIEW = "arena.review.stale.csrf_failed"
SECURE_REFERRER_POLICY = "same-origin"  # the Referer check of CSRF under TLS needs it within the site
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = env.read_broker(DATA_DIR)
# Remote control over folders would be polling for nothing; on Redis or Valkey `celery inspect` works.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = not CELERY_BROKER_URL.startswith("filesystem")
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_TIME_LIMIT = 1800
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "broker" / "beat")
# Workers take from the two queues in turn; what lost its worker does not wait behind everything else (core/leases.py).
CELERY_TASK_QUEUES = [Queue("work"), Queue("first")]
CELERY_TASK_DEFAULT_QUEUE = "work"
CELERY_BEAT_SCHEDULE = {
    "requeue-expired": {
        "task": "arena.core.jobs.requeue_expired",
        "schedule": 15.0,
        "options": {"queue": "first", "expires": 15},
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "filters": {"hide_tokens": {"()": "arena.core.logs.HideTokens"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["hide_tokens"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"arena": {"level": "INFO"}},
}
