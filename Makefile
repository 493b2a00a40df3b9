# Kempelen: what to type. `make help` lists it.

CARGO ?= cargo
# The name of the program that plain `make` leaves here (OpenBench's convention).
EXE ?= kempelen
# Programs for this machine may use all it can do.
NATIVE := RUSTFLAGS="-C target-cpu=native"
NATIVE_DIR := target/native
BINARY := $(NATIVE_DIR)/release/kempelen
SYZYGY := $(CURDIR)/target/syzygy

.DEFAULT_GOAL := build
.PHONY: build run test test-long lint bench bench-perft signatures help FORCE

build: $(BINARY) ## the program, built for this machine, as ./$(EXE)
	cp $(BINARY) $(EXE)

$(BINARY): FORCE
	$(NATIVE) $(CARGO) build --release --package kempelen --target-dir $(NATIVE_DIR)

run: $(BINARY) ## a game in the terminal
	$(BINARY)

test: $(SYZYGY)/.done ## all tests
	KEMPELEN_SYZYGY="$$(cat $(SYZYGY)/.done)" $(CARGO) test --workspace --quiet

test-long: $(SYZYGY)/.done ## all tests, and those that take long
	KEMPELEN_PERFT_NODES=200000000 KEMPELEN_SYZYGY="$$(cat $(SYZYGY)/.done)" $(CARGO) test --workspace --release

# A few small endgame tables, from the source package of python-chess. Without a network the tests that need them say so.
$(SYZYGY)/.done:
	@mkdir -p $(SYZYGY)
	@if python3 -m pip download --quiet --no-deps --no-binary :all: --dest $(SYZYGY) chess==1.11.2 >/dev/null 2>&1 \
		&& tar xzf $(SYZYGY)/chess-1.11.2.tar.gz -C $(SYZYGY) --strip-components=4 chess-1.11.2/data/syzygy/regular; \
	then echo "$(SYZYGY)" > $@; else echo "no endgame tables: their tests are left out"; : > $@; fi

lint: ## formatting and clippy, as strict as the build
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

bench: $(BINARY) ## nodes and speed of the modern engine
	$(BINARY) bench

bench-perft: ## perft beside other libraries
	cd bench && $(CARGO) run --release --bin perft

signatures: ## bench.toml written anew, after a functional change
	$(CARGO) run --quiet --release --package kempelen -- bench --signatures > bench.toml.new
	mv bench.toml.new bench.toml

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /  make \1\t/' | expand -t 20

FORCE:
