#!/usr/bin/env bash
# Renders through a null server on this machine that answers at once with 7 s of 24 kHz audio (336 kB): chunks a
# second through fetch, gates, store and track; then peak memory, with answers of 2.5 s, at three lengths of a book.
# Usage: bench/throughput.sh [PROGRAM [NULL_SERVER]]; the second is that of
# `cargo build --release --example null_server`. Builds nothing, keeps nothing; needs 13 GB of disk, in $BENCH_DIR.
set -euo pipefail
program=$(realpath "${1:-target/release/pingshu}")
server=$(realpath "${2:-target/release/examples/null_server}")
here=$(realpath "$(dirname "$0")")
echo "throughput:"
timeout 600 python3 "$here/served.py" "$program" "$server" "${CHUNKS:-3000}" 7 0 16
echo "memory:"
for n_chunks in ${MEMORY:-1000 10000 50000}; do
  timeout 3000 python3 "$here/served.py" "$program" "$server" "$n_chunks" 2.5 0 16
done
