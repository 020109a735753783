# What one types: make demo, make test. Everything installs into .venv from the hashed locks.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
PY := $(VENV)/bin/python
JOBS ?= 2
PORT ?= 8000
export UV_LINK_MODE ?= copy

# A uv that cannot be had is no obstacle: pip does the same, slower. The locks are complete, so nothing is resolved here.
define install
if $(VENV)/bin/pip install -q --disable-pip-version-check uv 2>/dev/null; \
then $(VENV)/bin/uv pip install -q --python $(PY) --no-deps --require-hashes -r $(1); \
else $(VENV)/bin/pip install -q --disable-pip-version-check --no-deps --require-hashes -r $(1); fi
endef

.PHONY: setup setup-dev demo test lint bench lock papers clean

setup: $(VENV)/runtime.stamp

setup-dev: $(VENV)/dev.stamp

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $(PYTHON) is older."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }

$(VENV)/runtime.stamp: requirements.lock | $(VENV)/bin/python
	@echo "Installing what the site needs..."
	@$(call install,requirements.lock)
	@$(PY) -m generation browser --install
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock | $(VENV)/bin/python
	@echo "Installing what the tests need..."
	@$(call install,requirements-dev.lock)
	@$(PY) -m generation browser --install
	@touch $@

demo: setup
	@$(PY) manage.py demo --port $(PORT) $(if $(PAPERS),--papers $(PAPERS))

test: setup-dev
	$(PY) -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder
	@echo "The same site on PostgreSQL, with a web process that is killed and two windows in a browser:"
	$(PY) tests/services/postgres.py $(PY) -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder tests/arena \
		tests/browser/test_review_sending_process.py tests/browser/test_review_meanwhile.py

lint: setup-dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy arena scoring generation
	$(VENV)/bin/lint-imports
	DATA_DIR=$$(mktemp -d) $(PY) manage.py makemigrations --check --dry-run
	DATA_DIR=$$(mktemp -d) SITE_URL=https://arena.example.org $(PY) manage.py check --deploy --fail-level WARNING

bench: setup-dev
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) tests/bench/bench_statistics.py
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) tests/bench/bench_files.py --command
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) tests/bench/bench_coverage.py
	$(PY) tests/bench/bench_roster.py
	$(PY) tests/bench/bench_scoring.py
	$(PY) tests/bench/bench_pages.py
	$(PY) tests/bench/bench_review.py

# Newer versions of what the site stands on; the locks name no registry.
lock: setup-dev
	$(VENV)/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --upgrade pyproject.toml -o requirements.lock
	$(VENV)/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --upgrade --extra dev --extra papers -c requirements.lock pyproject.toml -o requirements-dev.lock

# The sample papers again, from their data and text.
papers: setup-dev
	$(PY) arena/benchmarks/data/sample/build.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
