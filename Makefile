# Everything from a fresh machine with Python 3.11 or newer, make and a package index:
#   make test    set up and run the tests            make demo    set up and play a game
#   make dev     set up only                         make lint    style and types
#   make bench   measure                             make docs    what is generated in docs, and its tests
#   make mutants spoil maps and scenarios, and count what is caught
#   make update  bring the locked dependencies up to date          make clean
# Another Python: make PYTHON=/path/to/python3.12 test

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

CHECK_PYTHON := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	if $$p -c '$(CHECK_PYTHON)' >/dev/null 2>&1; then echo $$p; break; fi; done)

DEMO_PACK := examples/tank_clash
DEMO_BUILD := build/tank_clash
DEMO_SCENARIO := meeting.json
DEMO_SEED := 35

.PHONY: demo test test-slow dev lint bench mutants docs update clean

demo: $(READY)
	$(BIN)/tankdsl check $(DEMO_PACK)
	$(BIN)/tankdsl test $(DEMO_PACK)
	$(BIN)/tankdsl build $(DEMO_PACK) -o $(DEMO_BUILD)
	$(BIN)/tankdsl play $(DEMO_BUILD)/$(DEMO_SCENARIO) --seed $(DEMO_SEED) --auto

test: $(READY)
	$(BIN)/python -m pytest -q -m "not slow"

test-slow: $(READY)
	$(BIN)/python -m pytest -q -m slow

dev: $(READY)
	@echo "Ready: . $(BIN)/activate"

lint: $(READY)
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy

bench: $(READY)
	$(BIN)/python -m tests.perf.bench

mutants: $(READY)
	$(BIN)/python -m tests.mutants

docs: $(READY)
	$(BIN)/python docs/make/diagnostic_index.py
	$(BIN)/python docs/make/spec_grammar.py
	$(BIN)/python docs/make/cli_page.py
	$(BIN)/python docs/make/readme_page.py
	$(BIN)/python -m pytest -q tests/docs

update: $(READY)
	$(BIN)/python -m pip install -q --upgrade uv
	$(BIN)/uv pip compile -q --system-certs --upgrade --universal --python-version 3.11 --generate-hashes --extra dev \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make update" -o requirements.lock pyproject.toml
	$(MAKE) dev

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find tankdsl tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

# Exactly the locked packages, then the project itself without looking for anything else.
$(READY): requirements.lock pyproject.toml
	@'$(PYTHON)' -c '$(CHECK_PYTHON)' || { \
		echo "Python 3.11 or newer with venv and pip is needed (Debian: python3-venv); set PYTHON=..." >&2; exit 1; }
	'$(PYTHON)' -m venv --clear $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
