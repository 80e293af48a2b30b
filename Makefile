# Everything that is done with this project, in one word each. `make run` is all a newcomer needs.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes
# What runs needs more on PostgreSQL; each has a mark of its own that it is installed.
RUNS := $(if $(findstring postgres,$(DATABASE_URL)),-postgres)
# With EYES=1 also what counts tiles in photos.
SEES := $(if $(EYES),.venv/eyes)
PARALLEL := --numprocesses 4 --dist worksteal
export FLASK_APP := app
export PYTHONPATH := .

.PHONY: run backup restore test cost league proxied pythons wheel quick coverage check lint bench siege same attack kills mutants simulate phones demo lock learn look-up eyes train-eyes

run: .venv/runs$(RUNS) $(SEES)
	$(BIN)/flask serve

# Everything into FILE, and back from it: also the way from SQLite to PostgreSQL.
backup: .venv/runs$(RUNS)
	$(BIN)/flask backup $(FILE)

restore: .venv/runs$(RUNS)
	$(BIN)/flask restore $(FILE)

demo: .venv/runs$(RUNS)
	$(BIN)/flask db upgrade
	$(BIN)/flask demo --tournament

# Dozens of servers and commands start. Where a machine forbids compiled files, each would compile everything again.
test: export PYTHONDONTWRITEBYTECODE :=
test: .venv/tests
	$(BIN)/pytest $(PARALLEL)

# What one stranger costs: processor and lock of every route, with the biggest data that a file brings.
cost: .venv/tests
	$(BIN)/python -m proofs.attack.cost --texts

# A league's evening: 1,000 phones at 150 tables for ten minutes.
league: .venv/tests
	$(BIN)/python -m proofs.league.league

# The browser's tests below /roundhouse over HTTPS, behind Caddy or PROXY=nginx, as docs/operating.md sets them up.
proxied: export PROXY ?= caddy
proxied: export PATH := $(PATH):/usr/sbin
proxied: .venv/tests
	@for program in $(PROXY) openssl; do \
		command -v $$program > /dev/null || { echo "$$program is missing. On Debian and Ubuntu: apt-get install $$program"; exit 1; }; \
	done
	$(BIN)/pytest $(PARALLEL) -m browser tests/browser

# Every Python of this machine: a bare environment, the server, a score, and the tests that need no browser; QUICK=1 without the tests.
pythons: .venv/tests
	$(BIN)/python -m proofs.pythons $(if $(QUICK),,--tests)

# One file that installs Roundhouse, in dist/.
wheel: .venv/tests
	$(BIN)/python -m hatchling build --target wheel

# While working: no browser, no PostgreSQL, nothing heavy, small budgets for what is played at random.
quick: .venv/tests
	$(BIN)/pytest $(PARALLEL) -m "not browser and not postgresql and not heavy" --hypothesis-profile quick

# Which lines and branches the tests reach; with BROWSER=1 those that the browser's tests reach in the server they talk to.
coverage: .venv/tests
	$(if $(BROWSER),COVERAGE_PATCH=subprocess) $(BIN)/pytest $(PARALLEL) -m "$(if $(BROWSER),,not )browser" --cov --cov-report term:skip-covered

lint: .venv/tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: test lint

bench: .venv/tests
	@kept=true; \
	for part in pages referee.referee pages.start pages.felt; do $(BIN)/python -m proofs.$$part $(if $(OLD),--old $(OLD)) || kept=false; done; \
	for part in history.history pages.hall files.files; do $(BIN)/python -m proofs.$$part || kept=false; done; \
	$$kept

# The slow and silent connections; OLD is the folder of an older checkout to be as fast as.
siege: .venv/tests
	$(BIN)/python -m proofs.attack.siege $(if $(OLD),--old $(OLD))
	$(BIN)/python -m proofs.attack.strangers $(if $(OLD),--old $(OLD))

# The proof that nothing changed: every page, file and command of the older checkout in the folder OLD, beside this one's.
same: .venv/tests
	$(BIN)/python -m proofs.same.same --old $(OLD)

# Hostile requests: N of them, on DATABASE=sqlite or postgresql.
attack: .venv/tests
	$(BIN)/python -m proofs.attack.attack $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED)) $(if $(DATABASE),--database $(DATABASE))

# The server killed a hundred times while six phones enter moves, on each database.
kills: .venv/tests
	$(BIN)/python -m proofs.attack.kills --database sqlite
	$(BIN)/python -m proofs.attack.kills --database postgresql

# The proof of the outbox: N evenings with a bad network, with the worker and on plain HTTP.
outage: .venv/tests
	$(BIN)/python -m proofs.outage.outage $(if $(N),--schedules $(N)) $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m proofs.outage.outage --plain $(if $(N),--schedules $(N)) $(if $(SEED),--seed $(SEED))

# The proof that the tests bite: 200 bugs of one line, planted one at a time, and those that live.
mutants: .venv/tests
	$(BIN)/python -m proofs.mutants.mutants $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED))

# What the look-up learns from proofs/look_up/asked, written to rules/answers/learned.bin and counted.tsv.gz: five minutes.
learn: .venv/tests
	$(BIN)/python -m proofs.look_up.learn

# How many questions find their answer: of the lines to choose by, after learning without them; with FINAL=1 of people left out.
look-up: .venv/tests
	$(BIN)/python -m proofs.look_up.look_up $(if $(FINAL),final)

# How many tiles are read from N rendered hands of each condition; PHOTOS is a folder of labelled photos, PROTOTYPE that of another reader.
eyes: export OPENBLAS_NUM_THREADS := 1
eyes: .venv/tests
	$(BIN)/python -m proofs.eyes.eyes $(if $(N),--number $(N)) $(if $(SEED),--seed $(SEED)) $(if $(PHOTOS),--photos $(PHOTOS)) $(if $(PROTOTYPE),--prototype $(PROTOTYPE)) $(if $(HOSTILE),--hostile $(HOSTILE))

# The weights of the network that reads halves, made again into FILE: half an hour. Small: `make train-eyes HALVES=2600 ROUNDS=2`.
train-eyes: export OPENBLAS_NUM_THREADS := 1
train-eyes: .venv/tests
	$(BIN)/python -m proofs.eyes.training $(or $(FILE),eyes/half.npz) $(or $(HALVES),52000) $(or $(ROUNDS),10)

# Ten phones at one table for a minute, on SQLite and on PostgreSQL.
phones: .venv/tests
	PHONES_SECONDS=60 $(BIN)/pytest tests/test_many_phones.py

simulate: .venv/tests
	$(BIN)/python -m proofs.simulate 100000
	$(BIN)/pytest $(PARALLEL) tests/rules --hypothesis-profile long

# What is pinned is pinned with its digests, and with its extras: pip would look for a newer `coverage[toml]` beside a pinned `coverage`.
# No address of an index is written down.
PIN := $(BIN)/uv pip compile --quiet --universal --no-strip-extras --generate-hashes --no-emit-index-url --no-header --python-version 3.11
lock: .venv/bin/python
	$(BIN)/pip install --quiet uv
	$(PIN) --group serve --output-file locks/requirements.lock
	$(PIN) --group serve --group postgres --output-file locks/requirements-postgres.lock
	$(PIN) --group serve --group eyes --output-file locks/requirements-eyes.lock
	$(PIN) --group serve --group name --output-file locks/requirements-name.lock
	$(PIN) --group serve --group postgres --group dev --output-file locks/requirements-dev.lock

# Said before pip begins: it would say either in three screens.
TOO_OLD := Roundhouse needs Python 3.11 or newer, and $(PYTHON) is older. Name a newer one: make run PYTHON=python3.13
NO_VENV := $(PYTHON) cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(TOO_OLD)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { echo "$(NO_VENV)"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/runs$(RUNS): .venv/bin/python locks/requirements$(RUNS).lock
	$(INSTALL) -r locks/requirements$(RUNS).lock
	touch $@

.venv/eyes: .venv/bin/python locks/requirements-eyes.lock
	$(INSTALL) -r locks/requirements-eyes.lock
	touch $@

.venv/tests: .venv/bin/python locks/requirements-dev.lock
	$(INSTALL) -r locks/requirements-dev.lock
	touch $@ .venv/runs .venv/runs-postgres .venv/eyes
