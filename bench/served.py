"""Renders a book of N chunks through a null server on this machine and tells how fast.

Usage: served.py PROGRAM NULL_SERVER N_CHUNKS SECONDS WORK_MS CAPACITY…
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time

PEOPLE = ["阿禾", "掌柜", "学徒", "船工", "郎中", "老人", "孙女", "书生", "木匠", "铁匠"]
PLACES = ["渡口", "山路", "长街", "茶馆", "城门", "小巷", "桥头", "院子", "河边", "庙里"]
DEEDS = ["喝了一碗热茶", "听了半天的雨", "写了一封长信", "说了一段旧书", "劈了两担干柴", "补好了那张网"]
SKIES = ["天色暗了下来", "雪又下得大了", "月亮升上来了", "远处有人唱歌"]
CHUNKS_PER_CHAPTER = 500


def book(n_chunks):
    """Sentences of 30 characters, no two alike; a heading is a chunk too."""
    dice = random.Random(7)
    sentences = set()
    while len(sentences) < n_chunks:
        one, other = dice.sample(PEOPLE, 2)
        here, there = dice.choice(PLACES), dice.choice(PLACES)
        sentences.add(
            f"{one}在{here}{dice.choice(DEEDS)}，{dice.choice(SKIES)}，{other}在{there}{dice.choice(DEEDS)}。"
        )
    lines = sorted(sentences)
    dice.shuffle(lines)
    for chapter in range(0, n_chunks, CHUNKS_PER_CHAPTER):
        lines[chapter] = f"第{chapter // CHUNKS_PER_CHAPTER + 1}章 {dice.choice(PLACES)}"
    return "\n".join(lines) + "\n"


def voice(addresses):
    return (
        'engine = "openai"\nmodel = "null"\nvoice = "null"\nconcurrency = 16\n'
        f"endpoints = [{', '.join(repr(address) for address in addresses)}]\n"
    )


def main():
    program, server = sys.argv[1:3]
    n_chunks, arguments, capacities = int(sys.argv[3]), sys.argv[4:], sys.argv[6:]
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as folder:
        os.chdir(folder)
        with open("book.txt", "w", encoding="utf-8") as file:
            file.write(book(n_chunks))
        null = subprocess.Popen(
            [server, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        with open("null.toml", "w", encoding="utf-8") as file:
            file.write(voice([null.stdout.readline().strip() for _ in capacities]))
        before = time.monotonic()
        done = subprocess.run(
            [program, "render", "book.txt", "--voice", "null.toml"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
        )
        wall = time.monotonic() - before
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        null.stdin.close()
        served = [line.split() for line in null.stdout]
        null.wait()
    both = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.stderr.buffer.write(done.stderr[-2000:])
        sys.exit(f"exit code {done.returncode}")
    tell(n_chunks, wall, usage, both)
    if float(sys.argv[5]) > 0:
        tell_balance(wall, served, [int(capacity) for capacity in capacities])


def tell(n_chunks, wall, usage, both):
    client = usage.ru_utime + usage.ru_stime
    server = both.ru_utime + both.ru_stime - client
    print(
        f"{n_chunks} chunks in {wall:.1f} s: {n_chunks / wall:.0f} chunks/s; processor: "
        f"{usage.ru_utime:.1f} + {usage.ru_stime:.1f} s of the program, {server:.1f} s of the server; "
        f"peak {usage.ru_maxrss * 1024 / 1e6:.0f} MB"
    )


def tell_balance(wall, served, capacities):
    busy = [float(seconds) for _, seconds in served]
    shares = ", ".join(
        f"{capacity}: {n} answers, {seconds / (capacity * wall):.1%}"
        for capacity, (n, _), seconds in zip(capacities, served, busy)
    )
    print(f"busy {sum(busy) / (sum(capacities) * wall):.1%} of {sum(capacities)} places ({shares})")


if __name__ == "__main__":
    main()
