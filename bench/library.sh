#!/usr/bin/env bash
# Plans five long books in five encodings, each with its own style of headings, and compares the plan
# with what is true of each: precision and recall of headings, dirt dropped, prose dropped.
# Usage: bench/library.sh [PROGRAM]; builds nothing; ends after 5 minutes at the latest.
set -euo pipefail
program=$(realpath "${1:-target/release/pingshu}")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 "$here/library.py" books
for book in books/*.txt; do
    timeout 60 "$program" plan "$book" --json >"${book%.txt}.plan"
done
python3 "$here/compare.py" books
