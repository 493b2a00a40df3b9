# Kempelen: what to type. `make help` lists it.

CARGO ?= cargo
# The name of the program that plain `make` leaves here (OpenBench's convention: make EXE=name).
EXE ?= kempelen
# How long `make fuzz-smoke` runs.
SECONDS ?= 30
# What the tests leave out because this machine lacks something; they write it here, `make test` shows it.
export KEMPELEN_LEFT_OUT := $(CURDIR)/target/left-out
# Programs for this machine may use all it can do.
NATIVE := RUSTFLAGS="-C target-cpu=native"
NATIVE_DIR := target/native
BINARY := $(NATIVE_DIR)/release/kempelen
SYZYGY := $(CURDIR)/target/syzygy
RUNTIMES := $(CURDIR)/target/runtimes
PYTHON_HOME := $(CURDIR)/target/python

NPM ?= npm
# The page, built into the program where it is there.
PAGE := web/dist/site/index.html
PAGE_SOURCES := $(shell find web/src web/public -type f) web/index.html web/vite.config.ts web/vite.viewer.ts web/tsconfig.json

.DEFAULT_GOAL := build
.PHONY: build page run play test test-rust test-python python test-page test-page-here test-long pictures load lint lint-rust lint-page fuzz-smoke bench bench-page bench-perft bench-speed bench-window bench-zero instructions signatures reasons help FORCE

build: $(BINARY) ## the program, built for this machine, as ./$(EXE)
	cp $(BINARY) $(EXE)

$(BINARY): FORCE
	$(NATIVE) $(CARGO) build --release --package kempelen --target-dir $(NATIVE_DIR)

page: $(PAGE) ## the web page, from TypeScript

$(PAGE): web/node_modules/.package-lock.json $(PAGE_SOURCES)
	cd web && $(NPM) run --silent build
	@touch $@

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@command -v $(NPM) >/dev/null || { echo "the page needs Node.js 20 and npm (Debian: apt-get install nodejs npm)"; exit 1; }
	cd web && $(NPM) ci --no-audit --no-fund
	@touch $@

run: page ## the page on http://127.0.0.1:8770/: builds everything and serves it
	$(MAKE) $(BINARY)
	$(BINARY) serve --open

play: $(BINARY) ## a game in the terminal
	$(BINARY) play

# The page comes first: it is a part of the program, which otherwise would be built twice.
test: ## all tests, in a few minutes, and at the end what they had to leave out
	@mkdir -p target && rm -f $(KEMPELEN_LEFT_OUT) && touch $(KEMPELEN_LEFT_OUT)
	@! command -v $(NPM) >/dev/null || $(MAKE) --no-print-directory page
	@$(MAKE) --no-print-directory test-rust
	@$(MAKE) --no-print-directory test-page
	@$(MAKE) --no-print-directory test-python
	@if [ -s $(KEMPELEN_LEFT_OUT) ]; then echo "All tests passed, but left out, for want of something:"; sort -u $(KEMPELEN_LEFT_OUT) | sed 's/^/  /'; \
	else echo "All tests passed, and nothing was left out."; fi

test-rust: $(SYZYGY)/.done $(RUNTIMES)/.done ## the tests of the program
	KEMPELEN_SYZYGY="$$(cat $(SYZYGY)/.done)" VIRTUAL_ENV="$$(cat $(RUNTIMES)/.done)" $(CARGO) test --workspace --quiet

# The package for Python in an environment of its own, built as `pip install ./python` builds it everywhere.
python: ## the package for Python, in target/python
	@test -x $(PYTHON_HOME)/bin/python || python3 -m venv $(PYTHON_HOME)
	$(PYTHON_HOME)/bin/pip install --quiet --disable-pip-version-check ./python

# Python must have what pip installs; where it cannot, that is said and the rest of the tests goes on.
test-python: ## the tests of the package for Python
	@if python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && python3 -m venv $(PYTHON_HOME) >/dev/null 2>&1 \
		&& $(PYTHON_HOME)/bin/pip install --quiet --disable-pip-version-check 'maturin>=1.9,<2' numpy pytest mypy chess==1.11.2 pettingzoo onnx >/dev/null 2>&1; \
	then $(MAKE) --no-print-directory python && $(PYTHON_HOME)/bin/python -m pytest --quiet python/tests; \
	else echo "the package for Python: it needs Python 3.11 and what pip would install" | tee -a $(KEMPELEN_LEFT_OUT); fi

# In a real browser: Debian's, installed if it is missing and that is possible. The program is the one that the tests built.
test-page: ## the tests of the page, alone and in a browser
	@if command -v $(NPM) >/dev/null; then $(MAKE) --no-print-directory test-page-here; \
	else echo "the page, which is neither built nor tested: there is no npm" | tee -a $(KEMPELEN_LEFT_OUT); fi

test-page-here: page
	cd web && $(NPM) test --silent
	$(CARGO) build --quiet --package kempelen
	@cd web && if CHROMIUM="$$(scripts/browser.sh)"; then export CHROMIUM; $(NPM) run --silent e2e; \
	else echo "the page end to end: there is no browser" | tee -a $(KEMPELEN_LEFT_OUT); fi

pictures: page ## the pictures of docs/ taken anew
	$(CARGO) build --quiet --package kempelen
	cd web && CHROMIUM="$$(scripts/browser.sh)" KEMPELEN_PICTURES=1 $(NPM) run --silent e2e -- pictures

bench-page: page ## how long the tree of the page takes to draw, with bounds
	$(CARGO) build --quiet --package kempelen
	cd web && CHROMIUM="$$(scripts/browser.sh)" KEMPELEN_FRAMES=1 $(NPM) run --silent e2e -- frames

load: $(BINARY) ## ten thousand requests to the server, which may not fail nor grow
	cd web && node scripts/load.mjs ../$(BINARY)

test-long: $(SYZYGY)/.done $(RUNTIMES)/.done ## all tests, with many more cases and all known perft counts
	KEMPELEN_LONG=1 KEMPELEN_PERFT_NODES=250000000 KEMPELEN_SYZYGY="$$(cat $(SYZYGY)/.done)" \
		VIRTUAL_ENV="$$(cat $(RUNTIMES)/.done)" \
		KEMPELEN_FUZZ_SECONDS=300 $(CARGO) test --workspace --release

# A few small endgame tables, from the source package of python-chess. Without a network the tests that need them say so.
$(SYZYGY)/.done:
	@mkdir -p $(SYZYGY)
	@if python3 -m pip download --quiet --no-deps --no-binary :all: --dest $(SYZYGY) chess==1.11.2 >/dev/null 2>&1 \
		&& tar xzf $(SYZYGY)/chess-1.11.2.tar.gz -C $(SYZYGY) --strip-components=4 chess-1.11.2/data/syzygy/regular; \
	then echo "$(SYZYGY)" > $@; else echo "there are no endgame tables to be had"; : > $@; fi

# ONNX Runtime and OpenVINO, which models can run on, and python-chess. Without a network the tests that need them say so.
$(RUNTIMES)/.done:
	@mkdir -p $(RUNTIMES)
	@if python3 -m venv $(RUNTIMES)/venv >/dev/null 2>&1 \
		&& $(RUNTIMES)/venv/bin/pip install --quiet onnxruntime openvino chess==1.11.2 >/dev/null 2>&1; \
	then echo "$(RUNTIMES)/venv" > $@; else echo "neither ONNX Runtime nor OpenVINO can be installed"; : > $@; fi

lint: lint-rust lint-page ## formatting, clippy and types, as strict as the build

lint-rust:
	$(CARGO) fmt --all -- --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

lint-page:
	@if command -v $(NPM) >/dev/null; then $(MAKE) web/node_modules/.package-lock.json && cd web && $(NPM) run --silent check; \
	else echo "SKIPPED: there is no npm, so the types of the page are not checked"; fi

fuzz-smoke: ## a short run of the fuzz targets on the stable tool chain (SECONDS in all)
	KEMPELEN_FUZZ_SECONDS=$(SECONDS) $(CARGO) test --quiet --package fuzz-checks --test smoke -- --nocapture

bench: $(BINARY) ## nodes and speed of the modern engine
	$(BINARY) bench

bench-zero: ## encoding and tree search of the zero worker
	$(CARGO) run --release --package kempelen-tools --bin encode-speed
	$(CARGO) run --release --package kempelen-tools --bin visits

bench-speed: $(BINARY) ## nodes per second and time to depth 14 beside Stockfish, and what a second thread adds
	cd bench && $(CARGO) run --release --bin stockfish -- 14

bench-perft: ## perft beside cozy-chess, shakmaty and fairy-stockfish
	$(CARGO) run --release --manifest-path bench/Cargo.toml --bin perft
	$(CARGO) run --release --manifest-path bench/Cargo.toml --bin makruk

bench-window: ## what watching costs: time, memory, and instructions under callgrind
	$(CARGO) build --release --manifest-path bench/Cargo.toml --bin window
	bench/target/release/window
	bench/target/release/window whole 1000000
	bench/target/release/window bounded 10000000 32
	bench/watching.sh

instructions: ## instructions for each leaf of perft, under callgrind
	bench/instructions.sh

signatures: ## bench.toml written anew, after a functional change
	$(CARGO) run --quiet --release --package kempelen -- bench --signatures > bench.toml.new
	mv bench.toml.new bench.toml

reasons: ## what the page, the JSON schema and the docs say of reasons, written anew from crates/trace/src/reasons.rs
	KEMPELEN_WRITE=1 $(CARGO) test --quiet --package kempelen-trace --test trace generated

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

FORCE:
