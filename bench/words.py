#!/usr/bin/env python3
"""How near the times of words are to the sound: OUT/BOOK/book.json against the samples of its tracks.

    bench/words.py OUT/BOOK [--chapters 1,2] [--hear MODEL]

Edges: of every word with a pause of 150 ms or more before or behind it, the distance from the word's edge
to the place where the sound begins or ends, as this program finds it: 10 ms windows, 45 dB under the
chunk's loudest. With --hear, a faster-whisper model says when it hears each character, and the first
character of each word is compared too. Needs numpy (and faster-whisper); nothing of pingshu's own code.
"""
import argparse, json, pathlib, statistics, wave

import numpy

WINDOW, PAUSE, LEVEL = 0.010, 0.150, 10 ** (-45 / 20)


def samples_of(path):
    with wave.open(str(path)) as wav:
        return numpy.frombuffer(wav.readframes(wav.getnframes()), "<i2") / 32768.0


def pauses(samples, rate):
    """The runs under the level that are long enough, in seconds from the start of the samples."""
    size = int(WINDOW * rate)
    windows = [abs(samples[at : at + size]).max() for at in range(0, len(samples), size)]
    least = max(windows) * LEVEL
    runs, start = [], None
    for at, loud in enumerate(windows + [1.0]):
        if loud < least:
            start = at if start is None else start
        elif start is not None:
            if (at - start) * WINDOW >= PAUSE:
                runs.append((start * WINDOW, at * WINDOW))
            start = None
    return runs


def edges(chapter, samples, rate):
    """Milliseconds from the edges of words to those of the sound, after and before pauses."""
    begun, ended = [], []
    for chunk in chapter["chunks"]:
        around = int(0.3 * rate)
        start = max(chunk["from"] - around, 0)
        runs = pauses(samples[start : chunk["to"] + around], rate)
        words = chunk.get("words", [])
        for run in runs:
            first, last = run[1] + start / rate, run[0] + start / rate
            after = [w for w in words if abs(w[2] / rate - first) < 0.25]
            before = [w for w in words if abs(w[3] / rate - last) < 0.25]
            if after:
                nearest = min(after, key=lambda w: abs(w[2] / rate - first))
                begun.append((1000 * (nearest[2] / rate - first), chapter["text"][nearest[0] : nearest[1]]))
            if before:
                nearest = min(before, key=lambda w: abs(w[3] / rate - last))
                ended.append((1000 * (nearest[3] / rate - last), chapter["text"][nearest[0] : nearest[1]]))
    return begun, ended


def heard(chapter, samples, rate, model):
    """Milliseconds from the begin of words to where a recogniser hears their first character."""
    import soxr

    off = []
    for chunk in chapter["chunks"]:
        clip = samples[max(chunk["from"] - int(0.2 * rate), 0) : chunk["to"] + int(0.2 * rate)]
        offset = max(chunk["from"] / rate - 0.2, 0)
        clip = soxr.resample(clip, rate, 16000).astype("float32")
        segments, _ = model.transcribe(
            clip, language="zh", word_timestamps=True, beam_size=5,
            initial_prompt="以下是普通话的句子。",
        )
        times = [(w.word.strip(), w.start + offset) for s in segments for w in (s.words or [])]
        at = 0
        for word in chunk.get("words", []):
            first = chapter["text"][word[0]]
            place = next((i for i in range(at, min(at + 6, len(times))) if times[i][0].startswith(first)), None)
            if place is not None:
                off.append((1000 * (word[2] / rate - times[place][1]), chapter["text"][word[0] : word[1]]))
                at = place + 1
    return off


def tell(name, off):
    if not off:
        return print(f"{name}: none")
    sizes = sorted(abs(ms) for ms, _ in off)
    worst = sorted(off, key=lambda one: -abs(one[0]))[:5]
    print(
        f"{name}: {len(off)} words, median {statistics.median(sizes):.0f} ms, "
        f"95 % {sizes[int(0.95 * (len(sizes) - 1))]:.0f} ms, most {sizes[-1]:.0f} ms, "
        f"mean with sign {statistics.mean(ms for ms, _ in off):+.0f} ms; worst "
        + ", ".join(f"{text} {ms:+.0f}" for ms, text in worst)
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--chapters", default="")
    parser.add_argument("--hear")
    asked = parser.parse_args()
    book = json.loads((asked.folder / "book.json").read_text())
    chosen = {int(number) for number in asked.chapters.split(",") if number}
    model = None
    if asked.hear:
        from faster_whisper import WhisperModel

        model = WhisperModel(asked.hear, device="cpu", compute_type="int8", cpu_threads=1)
    begun, ended, times = [], [], []
    for chapter in book["chapters"]:
        if chosen and chapter["index"] not in chosen:
            continue
        rate, samples = chapter["sample_rate"], samples_of(asked.folder / chapter["file"])
        first, last = edges(chapter, samples, rate)
        begun, ended = begun + first, ended + last
        if model:
            times += heard(chapter, samples, rate, model)
    tell("first words after a pause", begun)
    tell("last words before a pause", ended)
    if model:
        tell("against the recogniser", times)


main()
