#!/usr/bin/env bash
# Cuts and reads 1,000,000 characters on one core, without speaking: seconds of each stage, and peak
# MB. The program is that of `cargo build --release --example read`.
# Usage: bench/reading.sh [PROGRAM]; builds nothing; ends after 3 minutes at the latest.
set -euo pipefail
program=$(realpath "${1:-target/release/examples/read}")
here=$(realpath "$(dirname "$0")")
book=$(mktemp)
trap 'rm -f "$book"' EXIT
python3 "$here/book.py" 100 10000 | iconv -t utf-32le | head -c 4000000 | iconv -f utf-32le >"$book"
echo "$(wc -m <"$book") characters"
timeout 150 taskset -c 0 python3 - "$program" "$book" <<'PYTHON'
import resource, subprocess, sys
subprocess.run([sys.argv[1]], stdin=open(sys.argv[2]), check=True)
print(f"peak {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6:.0f} MB")
PYTHON
