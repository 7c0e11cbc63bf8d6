#!/usr/bin/env bash
# How many seeded faults the gates and the audit find: renders the demo novel and N more sentences (default 150) by the
# voice inside, then puts M faults of each kind (default 80) into the speeches. Tells a table with timings, and one without.
# Usage: bench/detection.sh [PROGRAM [DETECTION]]; the second is that of
# `cargo build --release --example detection`. Builds nothing, keeps nothing.
set -euo pipefail
program=$(realpath "${1:-target/release/pingshu}")
detection=$(realpath "${2:-target/release/examples/detection}")
here=$(realpath "$(dirname "$0")")
novel=$here/../tests/books/雪夜说书.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cat "$novel"; python3 "$here/sentences.py" "${N:-150}"; } >"$work/book.txt"
cd "$work"
timeout 3600 "$program" render book.txt --voice xiaobei --out out 2>/dev/null
timeout 3600 "$detection" out "${M:-80}"
