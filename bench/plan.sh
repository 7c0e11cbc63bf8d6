#!/usr/bin/env bash
# Plans a book of 3,000,000 characters in 1,000 chapters, as a text and as an EPUB: median seconds of
# 5 runs, and peak MB.
# Usage: bench/plan.sh [PROGRAM]; builds nothing; ends after 10 minutes at the latest.
set -euo pipefail
program=$(realpath "${1:-target/release/pingshu}")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 "$here/book.py" 1000 3000 >book.txt
python3 "$here/epub.py" book.txt book.epub
for book in book.txt book.epub; do
  echo "$book"
  timeout 300 python3 "$here/measure.py" 5 "$program" plan "$book"
done
