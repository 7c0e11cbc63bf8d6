#!/usr/bin/env bash
# Cuts and reads 1,000,000 characters on one core, without speaking: seconds of each stage, and peak
# MB. The program is that of `cargo build --release --example read`.
# Usage: bench/reading.sh [PROGRAM [TEXT]]; TEXT is repeated; without one, prose of our own is made. Builds nothing; ends after 3
# minutes at the latest.
set -euo pipefail
program=$(realpath "${1:-target/release/examples/read}")
here=$(realpath "$(dirname "$0")")
book=$(mktemp)
trap 'rm -f "$book"' EXIT
if [ -n "${2:-}" ]; then cat "$2"; else python3 "$here/book.py" 100 10000; fi >"$book"
python3 - "$book" <<'PYTHON'
import sys
with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
text *= 1_000_000 // len(text) + 1
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write(text[:1_000_000])
PYTHON
echo "$(wc -m <"$book") characters"
timeout 150 taskset -c 0 python3 - "$program" "$book" <<'PYTHON'
import resource, subprocess, sys
subprocess.run([sys.argv[1]], stdin=open(sys.argv[2]), check=True)
print(f"peak {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6:.0f} MB")
PYTHON
