"""A list for `hear.sh`: the audio of each chunk of ledgers, and the text as it is spoken.

    heard.py PINGSHU FOLDER LEDGER... > list.jsonl

A ledger holds the text as the author wrote it. Where that has odd glyphs or slips, what is heard
must be compared with what they stand for: `explain` tells it. FOLDER takes one WAV a chunk.
"""

import json
import subprocess
import sys
import wave
from pathlib import Path


def spoken(pingshu: str, text: str) -> dict[str, str]:
    """What is said for each chunk of a chapter's text, by the chunk's own text."""
    ran = subprocess.run(
        [pingshu, "explain", "--json"], input=text, capture_output=True, text=True, check=True
    )
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    return {chunk["text"]: chunk["spoken"] for line in lines for chunk in line["chunks"]}


def slices(ledger: Path, pingshu: str, folder: Path):
    """One entry of the list for each chunk of a ledger."""
    book = json.loads(ledger.read_text(encoding="utf-8"))
    for chapter in book["chapters"]:
        said = spoken(pingshu, chapter["text"])
        with wave.open(str(ledger.parent / chapter["file"])) as track:
            for chunk in chapter["chunks"]:
                path = folder / f"{ledger.parent.name}-{chapter['index']}-{chunk['index']}.wav"
                track.setpos(chunk["from"])
                frames = track.readframes(chunk["to"] - chunk["from"])
                with wave.open(str(path), "wb") as cut:
                    cut.setparams(track.getparams())
                    cut.writeframes(frames)
                yield {"wav": str(path), "text": said.get(chunk["text"].strip(), chunk["text"])}


def main() -> None:
    pingshu, folder, *ledgers = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    for ledger in ledgers:
        for entry in slices(Path(ledger), pingshu, Path(folder)):
            print(json.dumps(entry, ensure_ascii=False))


if __name__ == "__main__":
    main()
