# Everything that is done with this project, in one word each. `make run` is all a newcomer needs.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes
RUNS := requirements$(if $(findstring postgres,$(DATABASE_URL)),-postgres).lock
export FLASK_APP := app
export PYTHONPATH := .

.PHONY: run test check lint bench simulate phones demo lock

run: .venv/runs
	$(BIN)/flask serve

demo: .venv/runs
	$(BIN)/flask db upgrade
	$(BIN)/flask demo --tournament

test: .venv/tests
	$(BIN)/pytest

lint: .venv/tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: test lint

bench: .venv/tests
	$(BIN)/python -m bench
	$(BIN)/python -m bench.referee
	$(BIN)/python -m bench.history
	$(BIN)/python -m bench.hall

# Ten phones at one table for a minute, on SQLite and on PostgreSQL.
phones: .venv/tests
	PHONES_SECONDS=60 $(BIN)/pytest tests/test_many_phones.py

simulate: .venv/tests
	$(BIN)/python -m bench.simulate 100000

# What is pinned is pinned with its digests; no address of an index is written down.
PIN := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 pyproject.toml
lock: .venv/bin/python
	$(BIN)/pip install --quiet uv
	$(PIN) --output-file requirements.lock
	$(PIN) --extra postgres --output-file requirements-postgres.lock
	$(PIN) --extra postgres --extra dev --output-file requirements-dev.lock

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/runs: .venv/bin/python $(RUNS)
	$(INSTALL) -r $(RUNS)
	touch $@

.venv/tests: .venv/bin/python requirements-dev.lock
	$(INSTALL) -r requirements-dev.lock
	touch $@ .venv/runs
