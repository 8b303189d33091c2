# Eyes Down. `make run` shows it, `make test` checks it; `make help` lists the rest.
SHELL  := /bin/bash
PYTHON ?= python3
BIN    := .venv/bin
WORKERS ?= 2
# Compiled modules are kept in the environment: half of every start, and the tree stays clean.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX ?= $(CURDIR)/.venv/pycache

.DEFAULT_GOAL := help
.PHONY: help run test checked-types checked-form checked-imports checked-clauses browser crash faults tamper proof proof-fairness rush limits attack nights lighthouse simulate soak mutants fmt clauses docs pictures goldens fuzz refusals fuzz-api flood vectors bench paper package pythons licences pyright release lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

.venv/python.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Eyes Down needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@echo "· making a virtual environment in .venv"
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/run.stamp: .venv/python.stamp requirements/run.lock pyproject.toml
	@echo "· installing what the program needs, by hash"
	@$(BIN)/pip install --quiet --require-hashes -r requirements/run.lock
	@$(BIN)/pip install --quiet --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/dev.stamp: .venv/run.stamp requirements/dev.lock
	@echo "· installing what the checks need, by hash"
	@$(BIN)/pip install --quiet --require-hashes -r requirements/dev.lock
	@touch $@

# Without its window the browser needs half the time; where there is only the whole one, that serves.
.venv/browser.stamp:
	@command -v chromium-headless-shell >/dev/null || { echo "· installing chromium for the browser tests"; \
	  { apt-get update -qq && apt-get install -y -qq chromium-headless-shell; } >/dev/null 2>&1; } || \
	  command -v chromium >/dev/null || apt-get install -y -qq chromium >/dev/null 2>&1 || \
	  { echo "The browser tests need chromium on the PATH; install it and try again."; exit 2; }
	@mkdir -p .venv && touch $@

browser: .venv/browser.stamp ## install chromium for the browser tests, if it is not there

run: .venv/run.stamp ## set up, call a game in the terminal, then serve the demonstration site
	@echo "· eyes down: a night of bingo first, then the demonstration site"
	@$(BIN)/eyesdown demo bingo --pace 0.08
	@$(BIN)/eyesdown demo site

# Each worker takes a run of neighbours, so that a file's site and browser are started once. There is
# one more than cores, because a worker often waits for its browser.
test: .venv/dev.stamp .venv/browser.stamp ## set up and run every check
	@$(MAKE) --no-print-directory -j $(WORKERS) checked-types checked-form checked-imports checked-clauses
	@echo "· tests, README and docs" && $(BIN)/pytest -q -n $$(($(WORKERS) + 1)) --dist worksteal $(ARGS)

checked-types:
	@echo "· types, strict" && $(BIN)/mypy --no-error-summary

checked-form:
	@echo "· format and lint" && $(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet .

checked-imports:
	@echo "· import contracts" && $(BIN)/lint-imports --no-cache > .venv/imports.log || { cat .venv/imports.log; exit 1; }

checked-clauses:
	@echo "· every clause has its test" && $(BIN)/pytest --collect-only -qq --clause-table=check -p no:cacheprovider > .venv/clauses.log 2>&1 || { tail -40 .venv/clauses.log; exit 1; }

fmt: .venv/dev.stamp ## format the tree
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

clauses: .venv/dev.stamp ## renew the table of tests by clause
	@$(BIN)/pytest --collect-only -qq --clause-table=write -p no:cacheprovider > .venv/clauses.log 2>&1 || { tail -40 .venv/clauses.log; exit 1; }

docs: .venv/dev.stamp ## renew the reference pages and write all documents as one site to build/docs
	@$(BIN)/python tools/reference.py
	@$(BIN)/python tools/docs_site --out build/docs

pictures: .venv/dev.stamp .venv/browser.stamp ## renew the documents' pictures of the demonstration: look at them, then commit
	@$(BIN)/python tools/docs_pictures.py

goldens: .venv/dev.stamp ## replay the .eyes games; ACCEPT=1 rewrites them for review
	@$(if $(ACCEPT),$(BIN)/python -m eyesdown.notation.accept tests/goldens,$(BIN)/pytest -q tests/notation)

fuzz: .venv/dev.stamp ## the property tests with many more examples
	@$(BIN)/pytest -q -n $(WORKERS) --hypothesis-profile=fuzz tests

refusals: .venv/dev.stamp ## malformed bets, draws, cards and series: library and command line refuse alike; MANY=10000
	@REFUSALS=$(or $(MANY),10000) $(BIN)/pytest -q -n $(WORKERS) tests/library/test_same_refusals.py

fuzz-api: .venv/dev.stamp ## call the API with anything its description allows, and what it does not; CALLS=5000
	@$(BIN)/python tools/fuzz_api.py --calls $(or $(CALLS),5000)
	@$(BIN)/python tools/fuzz_api.py --calls $(or $(CALLS),5000) --tenant hall

flood: .venv/dev.stamp ## bad requests from one token, from 500 connections and from strangers while a till sells; SECONDS=10
	@$(BIN)/python tools/flood.py --seconds $(or $(SECONDS),10)

vectors: .venv/dev.stamp ## renew the proofs that all verifiers share; CHANGES=10000 counts changed characters that pass
	@$(BIN)/python tools/vectors.py $(if $(CHANGES),--changes $(CHANGES))

crash: .venv/dev.stamp ## kill -9 the site under load on both stores, again and again; ROUNDS=100
	@$(BIN)/python -m eyesdown.proof.crash --rounds $(or $(ROUNDS),100)

faults: .venv/dev.stamp ## every write of a day fails, and the power is cut after every write; EVERY=1
	@$(BIN)/python -m eyesdown.proof.faults --every $(or $(EVERY),1)
	@$(BIN)/python -m eyesdown.proof.hall.kills --seeds $(or $(NIGHTS),9)
	@$(BIN)/python -m eyesdown.proof.hall.disk_kills --every $(or $(EVERY),1) $(addprefix tests/goldens/,nz-session.eyes vic-session.eyes nsw-session.eyes)

tamper: .venv/dev.stamp ## change what is stored in every way an insider could; EACH=200
	@$(BIN)/python -m eyesdown.proof.tamper --each $(or $(EACH),200)

proof: .venv/dev.stamp ## every proof in a short form, figures into docs/proof.md; LONG=1 for a night
	@$(BIN)/python -m eyesdown.proof $(if $(LONG),--long)

proof-fairness: .venv/dev.stamp ## an insider predicts draws, the record is attacked, a site and witnesses are killed; FULL=1
	@$(BIN)/python -m eyesdown.proof.fairness $(if $(FULL),--full)

rush: .venv/dev.stamp ## everybody at once at a close, a limit, with one command; a bit turned over; TIMES=100
	@$(BIN)/python -m eyesdown.proof.rush --times $(or $(TIMES),100)

limits: .venv/dev.stamp ## 200 entries at once against one limit, over pages and the API; TIMES=1000
	@TIMES=$(or $(TIMES),1000) $(BIN)/pytest -q -p no:cacheprovider tests/web/keno/account/test_limit_over_pages_and_api.py

attack: .venv/dev.stamp ## sign-on under 10,000 guesses from 1,000 addresses: owners get in, sales go on
	@$(BIN)/pytest -q -s -p no:cacheprovider -o python_files='attack_*.py' tests/web/frame

nights: .venv/dev.stamp .venv/browser.stamp ## whole nights in a hall with nine people in browsers: 50 games, jackpots carried, what goes wrong
	@$(BIN)/pytest -q -n $(WORKERS) -o python_files='night_*.py' tests/web/hall/nights

lighthouse: .venv/dev.stamp .venv/browser.stamp ## every public page in the eyes of Lighthouse, phone and desk (needs node)
	@test -x .venv/lighthouse/node_modules/.bin/lighthouse || npm install --silent --prefix .venv/lighthouse lighthouse
	@$(BIN)/python tools/lighthouse.py --with .venv/lighthouse --save docs/proof.md

simulate: .venv/dev.stamp ## whole lives of a site, each by its seed: everybody asks for anything; SEEDS=10000
	@$(BIN)/python -m eyesdown.proof.life.simulate --seeds $(or $(SEEDS),10000)
	@$(BIN)/python -m eyesdown.proof.hall --seeds $(or $(SEEDS),10000)

soak: .venv/dev.stamp ## weeks of keno and a year of nights of a hall with faults, every cent explained, memory steady; DAYS=30 NIGHTS=365
	@$(BIN)/python -m eyesdown.proof.life.soak --days $(or $(DAYS),30)
	@$(BIN)/python -m eyesdown.proof.hall.soak --nights $(or $(NIGHTS),365)

mutants: .venv/dev.stamp ## change the money path in small wrong ways: some test must notice each; MANY=300 SEED=1, MANY=0 for all
	@$(BIN)/python tests/mutants --many $(or $(MANY),300) --seed $(or $(SEED),1) --only "$(ONLY)" --workers $(WORKERS) $(if $(RESULTS),--results $(RESULTS))

bench: .venv/dev.stamp ## measure our speed against references in the same run
	@$(BIN)/eyesdown bench --save benchmarks/results.md

# The decoder and the renderer are programs of their own; the tests do not need them.
.venv/paper.stamp: .venv/dev.stamp
	@{ command -v zbarimg && command -v pdftoppm; } >/dev/null || { echo "· installing zbar and poppler"; \
	  { apt-get update -qq && apt-get install -y -qq zbar-tools poppler-utils; } >/dev/null 2>&1; } || \
	  { echo "Reading paper needs zbarimg and pdftoppm on the PATH; install them and try again."; exit 2; }
	@touch $@

paper: .venv/paper.stamp ## print every layout, render it at 150 dpi and read every QR code with zbar
	@$(BIN)/python tools/read_paper.py

package: .venv/run.stamp ## build wheel and source archive, and try both in an empty environment
	@$(BIN)/python tools/package.py --into build/packages

pythons: .venv/run.stamp ## the same wheel with every Python from 3.11 to 3.14 that is on the PATH
	@$(BIN)/python tools/package.py --wheel-only --python python3.11 python3.12 python3.13 python3.14

licences: ## whether every file has a licence that `reuse` can read (needs the network once)
	@test -x .venv/reuse/bin/reuse || { $(PYTHON) -m venv .venv/reuse && .venv/reuse/bin/pip install --quiet reuse; }
	@.venv/reuse/bin/reuse lint

pyright: .venv/dev.stamp ## types of the public parts in the eyes of pyright (needs node)
	@test -x .venv/pyright/bin/pyright || { $(PYTHON) -m venv .venv/pyright && .venv/pyright/bin/pip install --quiet pyright; }
	@.venv/pyright/bin/pyright --pythonpath $(BIN)/python

release: ## set VERSION=x.y.z and date the changelog; commits and tags nothing
	@test -n "$(VERSION)" || { echo "Say which: make release VERSION=0.2.0"; exit 2; }
	@$(PYTHON) tools/release.py $(VERSION)

lock: ## renew the locks (needs uv)
	@uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --extra site pyproject.toml requirements/build.in -o requirements/run.lock
	@uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --all-extras --group dev -c requirements/run.lock pyproject.toml requirements/build.in -o requirements/dev.lock

clean: ## remove the environment and caches
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
