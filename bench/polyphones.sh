#!/usr/bin/env bash
# Reads sentences that mark one character of several readings, and tells how many are read right.
# Usage: bench/polyphones.sh SENTENCES LABELS [PROGRAM]; the first has a sentence a line with the
# character between two ▁, the second its pinyin (`dev.sent` and `dev.lb` of g2pM). Builds nothing.
set -euo pipefail
program=$(realpath "${3:-target/release/pingshu}")
here=$(realpath "$(dirname "$0")")
python3 "$here/polyphones.py" "$1" "$2" <(sed 's/▁//g' "$1" | timeout 300 "$program" explain --json)
