# Two commands for a fresh machine: `make run` opens the demo, `make test` runs every test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
DEMO ?= demo-workspace
PORT ?= 8501
WORKERS ?= 2

.PHONY: help setup fmt check test test-fast test-peers bench run browser screenshots

help:
	@echo "make run        install, open the app with an invented demo project"
	@echo "make test       install, run every test (a browser is installed too)"
	@echo "make test-fast  the tests for daily work"
	@echo "make test-peers compare the coefficients with other libraries"
	@echo "make check      format, lint, types, layers"
	@echo "make fmt        rewrite to the house format"
	@echo "make bench      measure, and write benchmarks/results.md"
	@echo "make screenshots  the pictures of the docs, anew"
	@echo "make setup      the environment for development"

$(VENV)/installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --constraint constraints.txt --editable '.[all]'
	touch $@

$(VENV)/developed: $(VENV)/installed
	$(PIP) install --constraint constraints.txt --editable '.[all,dev]'
	touch $@

setup: $(VENV)/developed

browser: setup
	$(BIN)/python .ci/browser.py

fmt: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Browser tests come after the rest, the longest file first: each starts servers of its own.
test: browser
	$(BIN)/pytest -n $(WORKERS) --dist loadfile -m "not browser and not peers"
	$(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder -m browser

test-fast: setup
	$(BIN)/pytest -n $(WORKERS) --dist loadfile -m "not browser and not slow and not peers"

test-peers: setup
	$(PIP) install --constraint constraints.txt scikit-learn statsmodels
	$(BIN)/pytest -m peers

bench: browser
	$(BIN)/python -m benchmarks

screenshots: browser
	$(BIN)/python -m tests.browser.screenshots

run: $(VENV)/installed
	test -d $(DEMO) || $(BIN)/curator demo $(DEMO)
	$(BIN)/curator --workspace $(DEMO) serve --port $(PORT)
