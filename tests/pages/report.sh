#!/usr/bin/env bash
# Opens the report of a small book in a real browser, as wide as a phone: nothing is refused, nothing hangs over
# the edge, and what is doubtful can be played.
# Usage: tests/pages/report.sh PROGRAM
# Chromium is installed through apt when there is none. With $SHOTS, pictures of the page stay in that folder.
set -euo pipefail
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "error: $*" >&2
  exit 1
}

browser() {
  local name
  for name in chromium chromium-browser google-chrome; do
    if command -v "$name"; then return; fi
  done
  return 1
}

install_browser() {
  command -v apt-get >/dev/null || fail "install chromium first"
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then sudo=(sudo); fi
  "${sudo[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends chromium >/dev/null
}

# show ARGUMENT…: one run of the browser; what it complains of goes into $work/said.
show() {
  timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking \
    --user-data-dir="$work/profile" --enable-logging=stderr "$@" 2>>"$work/said"
}

browser >/dev/null || install_browser
browser=$(browser) || fail "there is no chromium"

# A book with a sentence that the voice cannot say whole, and one that it cannot say at all.
mkdir "$work/voices"
echo 'engine = "fake"' >"$work/voices/fake.toml"
cat >"$work/雪夜.txt" <<'BOOK'
第一章 下雪
雪下了一夜，天亮时才停。门上写着Ж字。
第二章 灯火
灯还亮着，门外一片无声。
BOOK
rendered=0
(cd "$work" && HOME=$work "$program" render 雪夜.txt --voice fake --out out 2>"$work/log") || rendered=$?
[ "$rendered" -eq 3 ] || fail "render ended with $rendered: $(cat "$work/log")"
page=$work/out/雪夜/report.html
cp "$page" "$here/probe.html" "$work/"

# As a file from elsewhere would be opened, the page may not be looked into; here it may.
dump=$(show --allow-file-access-from-files --virtual-time-budget=20000 --dump-dom "file://$work/probe.html")
found=$(sed -n 's/.*<p id="found">\(.*\)<\/p>.*/\1/p' <<<"$dump")
[ -n "$found" ] || fail "the page was not read: $dump"
python3 - "$found" <<'CHECK' || fail "not as it should be: $found"
import json, sys
found = json.loads(sys.argv[1])
assert found["players"] == 1, "one sentence is doubtful"
assert all(seconds > 0.5 for seconds in found["seconds"]), "each player plays"
assert found["width"] <= 360, "nothing hangs over the edge"
assert found["buttons"] >= 2 and found["hidden"] == 0, "the script runs"
CHECK
if grep CONSOLE "$work/said"; then fail "the browser complained"; fi
if [ -n "${SHOTS:-}" ]; then
  mkdir -p "$SHOTS"
  show --window-size=360,1600 --screenshot="$SHOTS/light.png" "file://$page" >/dev/null
  show --window-size=360,1600 --blink-settings=preferredColorScheme=0 --screenshot="$SHOTS/dark.png" "file://$page" >/dev/null
fi
echo "the report opens in $("$browser" --version 2>/dev/null | head -1): $found"
