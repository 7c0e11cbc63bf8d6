#!/usr/bin/env bash
# Renders a finished book of 50 chapters again: median seconds of 5 runs, and peak MB.
# Usage: bench/again.sh [PROGRAM [VOICE]]; without VOICE it is made-up audio, which takes no model.
# Builds nothing; ends after 15 minutes at the latest.
set -euo pipefail
program=$(realpath "${1:-target/release/pingshu}")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
voice=${2:-$work/beeps.toml}
printf 'engine = "fake"\n' >beeps.toml
python3 "$here/book.py" 50 3000 >book.txt
echo "first run:"
timeout 600 python3 "$here/measure.py" 1 "$program" render book.txt --voice "$voice"
echo "again:"
timeout 300 python3 "$here/measure.py" 5 "$program" render book.txt --voice "$voice"
