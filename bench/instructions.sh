#!/usr/bin/env bash
# Instructions for each leaf of a perft tree, counted by callgrind: a figure that no noise touches.
# The instructions of a run at depth 1 (start-up and reading) are taken off. Built for plain x86-64.
set -euo pipefail
cd "$(dirname "$0")"
command -v valgrind >/dev/null || { echo "valgrind is needed (apt-get install valgrind)" >&2; exit 1; }
cargo build --release --quiet --bin perft
program=target/release/perft

instructions() { # PROGRAM POSITION DEPTH
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 | sed -n 's/.*Collected : //p'
}

per_leaf() { # PROGRAM POSITION DEPTH
  local leaves whole idle
  leaves=$("$program" "$@")
  whole=$(instructions "$@")
  idle=$(instructions "$1" "$2" 1)
  awk -v i="$((whole - idle))" -v n="$leaves" 'BEGIN { printf "%.1f", i / n }'
}

printf '%-11s %10s %10s %10s\n' program start/4 kiwipete/3 makruk/4
for name in kempelen cozy-chess shakmaty; do
  makruk=-
  [ "$name" = kempelen ] && makruk=$(per_leaf "$name" makruk 4)
  printf '%-11s %10s %10s %10s\n' "$name" "$(per_leaf "$name" start 4)" "$(per_leaf "$name" kiwipete 3)" "$makruk"
done
