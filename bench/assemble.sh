#!/usr/bin/env bash
# Joins one chapter of an hour from speeches that are in the store already (made by a null server): wall time of
# the whole command, and peak memory. Fails under 400 times real time or over 150 MB.
# Usage: bench/assemble.sh [PROGRAM [NULL_SERVER]]; the second is that of
# `cargo build --release --example null_server`. Builds nothing, keeps nothing; needs 400 MB, in $BENCH_DIR.
set -euo pipefail
program=$(realpath "${1:-target/release/pingshu}")
server=$(realpath "${2:-target/release/examples/null_server}")
here=$(realpath "$(dirname "$0")")
timeout 900 python3 "$here/assemble.py" "$program" "$server"
