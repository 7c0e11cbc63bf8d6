"""Compares the plans of a library's books with what is true of them. Usage: compare.py FOLDER"""

import json
import sys
from difflib import SequenceMatcher
from pathlib import Path


def common(one, other):
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks())


def compare(path):
    truth = json.loads(path.read_text(encoding="utf-8"))
    plan = json.loads(path.with_suffix(".plan").read_text(encoding="utf-8"))
    expected = [title for _, title in truth["headings"]]
    found = [chapter["title"] for chapter in plan["chapters"] if chapter["title"]]
    n_right = common(expected, found)
    volumes = list(dict.fromkeys(chapter["volume"] for chapter in plan["chapters"] if chapter["volume"]))
    dirt = {(line, text) for line, text in truth["dirt"]}
    dropped = {(piece["line"], piece["text"].strip()) for piece in plan["dropped"] if piece["line"] is not None}
    kinds = [f"{doubt['kind']} at {doubt['where']}" for doubt in plan["doubts"]]
    print(
        f"{path.stem}: {plan['encoding']}, {plan['chars']} characters; headings {n_right} of {len(expected)}"
        f" (precision {n_right / max(len(found), 1):.4f}, recall {n_right / len(expected):.4f});"
        f" volumes {common([title for _, title in truth['volumes']], volumes)} of {len(truth['volumes'])};"
        f" dirt {len(dirt & dropped)} of {len(dirt)}; dropped besides {len(dropped - dirt)}"
    )
    for line, text in sorted(dirt - dropped)[:5]:
        print(f"  kept: line {line}: {text}")
    for line, text in sorted(dropped - dirt)[:5]:
        print(f"  dropped: line {line}: {text}")
    print(f"  doubts {len(kinds)}: {', '.join(kinds[:8])}")
    return n_right == len(expected) == len(found) and dirt == dropped


def main():
    books = sorted(Path(sys.argv[1]).glob("*.json"))
    right = [compare(path) for path in books]
    print(f"{sum(right)} of {len(right)} books are all right")
    sys.exit(0 if all(right) else 1)


main()
