#!/usr/bin/env bash
# The voice inside against ONNX Runtime: a chapter of BOOK (default: the demo novel), in N pairs (default 5).
# Needs a Python with numpy and onnxruntime in PYTHON, and the model and voice files of the pack before their
# rewriting in MODEL (kokoro-v1.0.int8.onnx) and STYLE (zf_xiaoxiao.bin).
set -euo pipefail
book=${1:-tests/books/雪夜说书.txt}
n_pairs=${2:-5}
: "${PYTHON:?a Python with numpy and onnxruntime}" "${MODEL:?the model file}" "${STYLE:?the voice file}"
here=$(cd "$(dirname "$0")" && pwd)
pingshu=$here/../target/release/pingshu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "a first run, to warm up and to get the texts"
"$pingshu" render "$book" --chapters 1 --out "$work/first" 2>/dev/null
python3 - "$work" >"$work/chunks.txt" <<'PY'
import glob, json, sys
ledger = json.load(open(glob.glob(f"{sys.argv[1]}/first/*/book.json")[0], encoding="utf-8"))
for chunk in ledger["chapters"][0]["chunks"]:
    print(chunk["text"])
PY
"$pingshu" explain <"$work/chunks.txt" | sed -n 's/^  symbols //p' >"$work/symbols.txt"
env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE "$PYTHON" "$here/voice.py" "$MODEL" "$STYLE" "$work/symbols.txt" "$n_pairs" \
  "$pingshu" render "$book" --chapters 1 --out "$work/out"
