"""Measures finished tracks by a meter that is not ours: the `ebur128` filter of ffmpeg.

Usage: loudness.py FOLDER… [--target LUFS] [--ceiling DBTP]

For each track of the folders (`out/BOOK`): integrated loudness and true peak by ffmpeg, the highest step from
sample to sample within 10 ms of a join over the highest inside speech, and the pauses between sounds against
what the ledger's spans leave silent. Fails when a track is more than 0.5 LU off the target, over the ceiling,
or has a step at a join that speech has not. Needs the package `imageio-ffmpeg` (a static ffmpeg) and `numpy`.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import wave

import imageio_ffmpeg
import numpy

TOLERANCE = 0.5
NEAR = 0.010


def heard(path):
    """Integrated loudness and true peak, as ffmpeg tells them at the end."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-hide_banner", "-nostats", "-i", str(path)]
    command += ["-filter_complex", "ebur128=peak=true:framelog=quiet", "-f", "null", "-"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    summary = told[told.rindex("Summary:"):]
    loudness = re.search(r"I:\s+(\S+) LUFS", summary)
    peak = re.search(r"Peak:\s+(\S+) dBFS", summary)
    return float(loudness[1]), float(peak[1])


def samples_of(path):
    with wave.open(str(path)) as track:
        return track.getframerate(), numpy.frombuffer(track.readframes(-1), "<i2").astype(float)


def steps(path, chapter):
    """The highest step near joins, and inside of speech."""
    rate, samples = samples_of(path)
    step = numpy.abs(numpy.diff(samples))
    near, at_joins, inside = int(NEAR * rate), 0.0, 0.0
    for chunk in chapter["chunks"]:
        first, last = chunk["from"], chunk["to"]
        for join in (first, last):
            around = step[max(join - near, 0):join + near]
            at_joins = max(at_joins, around.max(initial=0))
        inside = max(inside, step[first + near:last - near].max(initial=0))
    return at_joins, inside


def rms(path):
    _, samples = samples_of(path)
    return 10 * numpy.log10(numpy.mean((samples / 32768) ** 2))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--target", type=float, default=-19.0)
    parser.add_argument("--ceiling", type=float, default=-3.0)
    asked = parser.parse_args()
    wrong = 0
    for folder in asked.folders:
        for chapter in json.loads((folder / "book.json").read_text("utf-8"))["chapters"]:
            path = folder / chapter["file"]
            loudness, peak = heard(path)
            at_joins, inside = steps(path, chapter)
            level = chapter["level"]
            is_right = (
                abs(loudness - asked.target) <= TOLERANCE
                and peak <= asked.ceiling
                and at_joins < inside
                and abs(loudness - level["lufs"]) <= 0.1
                and abs(peak - level["peak_dbtp"]) <= 0.2
            )
            wrong += not is_right
            print(
                f"{chapter['file'][:24]}: {loudness:.1f} LUFS, {peak:.1f} dBTP "
                f"(ledger {level['lufs']:.2f}, {level['peak_dbtp']:.2f}); RMS {rms(path):.1f} dB; "
                f"steps: {at_joins:.0f} at joins, {inside:.0f} inside"
                f"{'' if is_right else '  WRONG'}"
            )
    print(f"{wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
