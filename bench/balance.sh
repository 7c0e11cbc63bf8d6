#!/usr/bin/env bash
# Renders through four endpoints that can do 1, 2, 4 and 8 things at once, 40 ms each, and tells how busy they
# were kept from the program's start to its end.
# Usage: bench/balance.sh [PROGRAM [NULL_SERVER]]; as for bench/throughput.sh. Builds nothing, keeps nothing.
set -euo pipefail
program=$(realpath "${1:-target/release/pingshu}")
server=$(realpath "${2:-target/release/examples/null_server}")
here=$(realpath "$(dirname "$0")")
timeout 900 python3 "$here/served.py" "$program" "$server" "${CHUNKS:-10000}" "${SECONDS_EACH:-2.5}" "${WORK_MS:-40}" 1 2 4 8
