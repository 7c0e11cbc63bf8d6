"""Joins a chapter of an hour anew from the store and tells how fast; see assemble.sh."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import served

N_CHUNKS = 480
SECONDS = "7"


def render(program, **variables):
    """Renders the book; gives the wall time, and the program's own peak memory in bytes."""
    before = time.monotonic()
    child = subprocess.Popen(
        [program, "render", "book.txt", "--voice", "null.toml"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        env={**os.environ, **variables},
    )
    told = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.stderr.buffer.write(told[-2000:])
        sys.exit(f"status {status}")
    return time.monotonic() - before, usage


def main():
    program, server = sys.argv[1:3]
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as folder:
        os.chdir(folder)
        pathlib.Path("book.txt").write_text(served.book(N_CHUNKS), "utf-8")
        null = subprocess.Popen(
            [server, SECONDS, "0", "16"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        voice = served.voice([null.stdout.readline().strip()])
        pathlib.Path("null.toml").write_text(voice, "utf-8")
        render(program)
        null.stdin.close()
        null.wait()
        rounds = [render(program, PINGSHU_PAUSES_SENTENCE=pause) for pause in ("0.7", "0.8", "0.6")]
        ledger = json.loads(pathlib.Path("out/book/book.json").read_text("utf-8"))
        chapters = ledger["chapters"]
        audio = sum(chapter["frames"] / chapter["sample_rate"] for chapter in chapters)
    wall = min(wall for wall, _ in rounds)
    processor = min(usage.ru_utime + usage.ru_stime for _, usage in rounds)
    peak = max(usage.ru_maxrss * 1024 / 1e6 for _, usage in rounds)
    print(
        f"{audio / 3600:.2f} h in {len(chapters)} chapter: {wall:.1f} s, {audio / wall:.0f} times real time; "
        f"processor {processor:.1f} s; peak {peak:.0f} MB"
    )
    sys.exit(0 if audio / wall >= 400 and peak <= 150 else 1)


main()
