"""Judges the marked characters of sentences. Usage: polyphones.py SENTENCES LABELS EXPLAINED

Prints each that is wrong, then how many are right.
"""

import json
import re
import sys

HAN = re.compile("[々〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]")


def syllables(explained, character):
    """How the character is read, at each place where it is spoken."""
    return [
        pinyin
        for chunk in explained["chunks"]
        for spoken, pinyin in zip(HAN.findall(chunk["spoken"]), chunk["pinyin"], strict=True)
        if spoken == character
    ]


def main():
    n_right = n_all = 0
    with open(sys.argv[1]) as sentences, open(sys.argv[2]) as labels, open(sys.argv[3]) as explained:
        for sentence, label, line in zip(sentences, labels, explained, strict=True):
            before, character, _ = sentence.rstrip("\n").split("▁")
            read = syllables(json.loads(line), character)
            place, expected = before.count(character), label.strip().replace("u:", "v")
            heard = read[place] if place < len(read) else None
            n_all += 1
            n_right += heard == expected
            if heard != expected:
                print(f"{heard} for {expected} in {sentence.rstrip()}")
    print(f"{n_right} of {n_all} right: {100 * n_right / n_all:.2f} %")


main()
