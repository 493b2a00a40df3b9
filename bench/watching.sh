#!/usr/bin/env bash
# Instructions of the modern search, counted by callgrind: alone, watched, and from sources in which nothing is ever told.
# Muted costs nothing if the first and the last are the same.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || { echo "valgrind is needed (apt-get install valgrind)" >&2; exit 1; }
depth=${1:-6}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo build --release --quiet --manifest-path bench/Cargo.toml --bin window
cp -r Cargo.toml Cargo.lock rustfmt.toml crates bench "$work"
rm -rf "$work/bench/target"
find "$work/crates/alphabeta/src" -name '*.rs' -exec sed -i '/self\.watch\.note(/d' {} +
cargo build --release --quiet --manifest-path "$work/bench/Cargo.toml" --bin window 2>/dev/null

instructions() { # PROGRAM HOW VARIANT
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" once "$2" "$3" "$depth" 2>&1 |
    sed -n 's/.*Collected : //p'
}

ours=bench/target/release/window silent=$work/bench/target/release/window
printf '%-8s %8s %14s %14s %14s\n' game nodes silent muted watched
for variant in chess makruk; do
  nodes=$("$ours" once alone "$variant" "$depth")
  [ "$nodes" = "$("$silent" once alone "$variant" "$depth")" ] || { echo "the searches differ" >&2; exit 1; }
  never=$(instructions "$silent" alone "$variant")
  muted=$(instructions "$ours" alone "$variant")
  watched=$(instructions "$ours" watched "$variant")
  printf '%-8s %8s %14s %14s %14s\n' "$variant" "$nodes" "$never" "$muted" "$watched"
  awk -v a="$never" -v b="$muted" -v c="$watched" -v n="$nodes" \
    'BEGIN { printf "         muted %+.4f %% (%+.2f a node), watched %+.1f %%\n", 100*(b-a)/a, (b-a)/n, 100*(c-b)/b }'
done
