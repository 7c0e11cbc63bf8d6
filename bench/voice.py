"""Times a render against ONNX Runtime on the same symbols, in turns; see voice.sh.

Ours is the wall time of the whole command: start, loading the model, text front end, speaking, storing, joining.
Theirs is the time in `run` alone: sessions are made and warmed before.
"""

import shutil
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import onnxruntime

RATE = 24_000
IDS = Path(__file__).parent.parent / "src/speech/kokoro/symbols.tsv"
CORES = 2


def tokens_of(symbols, ids):
    return [0, *(ids[s] for s in symbols if s in ids), 0]


def session(model, n_threads=None):
    options = onnxruntime.SessionOptions()
    if n_threads:
        options.intra_op_num_threads = n_threads
        options.inter_op_num_threads = n_threads
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def speak(one, tokens, styles):
    n = len(tokens) - 2
    inputs = {"tokens": np.array([tokens], np.int64), "style": styles[n - 1 : n], "speed": np.ones(1, np.float32)}
    return one.run(["audio"], inputs)[0].size / RATE


def speak_all(sessions, texts, styles):
    """Seconds of audio; session k takes whatever text comes next."""
    rest, lock, seconds = iter(texts), threading.Lock(), []

    def work(one):
        while True:
            with lock:
                tokens = next(rest, None)
            if tokens is None:
                return
            seconds.append(speak(one, tokens, styles))

    threads = [threading.Thread(target=work, args=(one,)) for one in sessions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(seconds)


def timed(work):
    started = time.monotonic()
    work()
    return time.monotonic() - started


def main():
    model, style, symbols, n_pairs, *command = sys.argv[1:]
    out = command[command.index("--out") + 1]
    ids = {line[0]: int(line[2:]) for line in IDS.read_text(encoding="utf-8").split("\n") if line}
    texts = [tokens_of(line, ids) for line in Path(symbols).read_text(encoding="utf-8").splitlines()]
    styles = np.fromfile(style, "<f4").reshape(510, 256)
    default, single = [session(model)], [session(model, 1) for _ in range(CORES)]
    audio = speak_all(default, texts, styles)
    for one in single:
        speak(one, texts[0], styles)

    def ours():
        shutil.rmtree(out, ignore_errors=True)
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    rows = []
    for _ in range(int(n_pairs)):
        row = (timed(ours), timed(lambda: speak_all(default, texts, styles)), timed(lambda: speak_all(single, texts, styles)))
        print("ours {:.1f} s, one session {:.1f} s, a session per core {:.1f} s".format(*row), flush=True)
        rows.append(row)
    print(f"{len(texts)} chunks, {audio:.0f} s of audio; seconds per second of audio, medians:")
    medians = [statistics.median(column) / audio for column in zip(*rows)]
    print("ours {:.3f}, one session {:.3f}, a session per core {:.3f}".format(*medians))
    for name, column in (("one session", 1), ("a session per core", 2)):
        ratios = sorted(row[0] / row[column] for row in rows)
        print(f"ours / {name}: median {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})")


main()
