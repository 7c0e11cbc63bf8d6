#!/usr/bin/env bash
# Speaks through `pingshu serve` with the official OpenAI client for Python, in WAV and MP3.
# Usage: openai_client.sh [PINGSHU]; the client is installed once into a cache folder.
set -euo pipefail
cd "$(dirname "$0")/../.."

pingshu=$(realpath "${1:-target/release/pingshu}")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/pingshu-interop
work=$(mktemp -d)
server=
finish() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT

fail() {
  echo "error: $*" >&2
  cat "$work/serve.log" >&2 || true
  exit 1
}

if ! [ -x "$cache/venv/bin/python" ] || ! "$cache/venv/bin/python" -c 'import openai' 2>/dev/null; then
  python3 -m venv "$cache/venv"
  "$cache/venv/bin/pip" install --quiet 'openai>=2,<4'
fi

# The first start may have to fetch the voice.
PINGSHU_SERVE_KEY=interop "$pingshu" serve --port 0 --voice "${PINGSHU_INTEROP_VOICE:-xiaobei}" 2>"$work/serve.log" &
server=$!
for _ in $(seq 3000); do
  if grep -q '^serving at ' "$work/serve.log"; then break; fi
  kill -0 "$server" 2>/dev/null || fail "the server ended"
  sleep 0.1
done
base=$(sed -n 's/^serving at \(http[^;]*\);.*/\1/p' "$work/serve.log")
[ -n "$base" ] || fail "the server did not come up"

BASE=$base WORK=$work VOICE=${PINGSHU_INTEROP_VOICE:-xiaobei} "$cache/venv/bin/python" - <<'PYTHON' || fail "the client found a fault"
import os
import wave

import openai

work, voice = os.environ["WORK"], os.environ["VOICE"]
client = openai.OpenAI(base_url=os.environ["BASE"], api_key="interop", max_retries=0)
text = "雪下了一夜，天亮时才停。老人推开门，院子里一片白。"


def speak(name, **fields):
    path = os.path.join(work, name)
    fields = {"model": "kokoro", "voice": voice, "input": text, **fields}
    with client.audio.speech.with_streaming_response.create(**fields) as speech:
        speech.stream_to_file(path)
    return path


def seconds(path):
    with wave.open(path) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 24000)
        frames = file.readframes(file.getnframes())
        assert len(frames) == 2 * file.getnframes(), "the header tells another length"
        assert any(frames), "silence"
        return file.getnframes() / file.getframerate()


plain = seconds(speak("plain.wav", response_format="wav"))
fast = seconds(speak("fast.wav", response_format="wav", speed=1.5))
assert 2 < plain < 12, plain
assert voice == "fake" or fast < plain * 0.85, (plain, fast)

with open(speak("plain.mp3", response_format="mp3"), "rb") as file:
    mp3 = file.read()
assert mp3[:2] == b"\xff\xfb" and b"Info" in mp3[:64], mp3[:64]
# 80 kbit/s, and a frame or two for the tag and the edges.
assert abs(len(mp3) - plain * 10_000) < 1_500, (len(mp3), plain)

assert [model.id for model in client.models.list()], "no models"
for wrong in ({"voice": "nobody"}, {"response_format": "aac"}, {"input": ""}):
    try:
        speak("wrong", **wrong)
    except openai.BadRequestError as error:
        assert error.status_code == 400 and error.body["param"] == next(iter(wrong)), error.body
    else:
        raise AssertionError(f"{wrong} was taken")
try:
    openai.OpenAI(base_url=os.environ["BASE"], api_key="wrong", max_retries=0).models.list()
except openai.AuthenticationError:
    pass
else:
    raise AssertionError("a wrong key was taken")
print(f"openai {openai.__version__}: wav and mp3 of {plain:.2f} s")
PYTHON

kill -INT "$server"
wait "$server" || fail "the server did not end well"
server=
