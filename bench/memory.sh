#!/usr/bin/env bash
# Peak memory of rendering a book with two workers: seconds, and peak MB.
# Usage: bench/memory.sh [BOOK [PROGRAM]]; BOOK is the demo novel without it.
# Builds nothing, keeps nothing; ends after an hour at the latest.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
book=$(realpath "${1:-$here/../tests/books/雪夜说书.txt}")
program=$(realpath "${2:-target/release/pingshu}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export PINGSHU_WORKERS=2
timeout 3600 python3 "$here/measure.py" 1 "$program" render "$book" --out out
