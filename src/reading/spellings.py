"""Writes spellings.txt: words that characters alone would mislead about, and their syllables.

Usage: spellings.py PYPINYIN JIEBA PINYIN_PRO, the unpacked package `pypinyin` 0.55.0 (MIT) and the
sources of the crates `jieba-rs` 0.11.0 and `pinyin_pro` 3.29.4 (both MIT). The readings are those
of pypinyin; a word is taken if jieba knows it and holds a character that the network weighs or that
is not read here as it is alone.
"""

import json
import pathlib
import re
import sys
import unicodedata

TONES = {"\u0304": "1", "\u0301": "2", "\u030c": "3", "\u0300": "4"}
FIXED = {"一": "yi1", "不": "bu4"}
# What pypinyin gives otherwise than the dictionaries.
CORRECTED = {
    "肚子": "du4 zi5",
    "饿肚子": "e4 du4 zi5",
    "呵叻": "he1 le4",
    "薄膜": "bo2 mo2",
    "质朴": "zhi4 pu3",
    "后燕": "hou4 yan1",
    "南燕": "nan2 yan1",
    "劈成": "pi1 cheng2",
    "煞气": "sha4 qi4",
    "照片": "zhao4 pian4",
    "相片": "xiang4 pian4",
    "平方差": "ping2 fang1 cha1",
    "晕过去": "yun1 guo4 qu4",
}
# Words only by accident; a rule decides.
NO_WORDS = {"还给"}
# Rarer words are not worth their place.
LEAST_FREQUENCY = 3


def numbered(syllable):
    """`nǐ` as `ni3`."""
    tone, letters = "5", ""
    for part in unicodedata.normalize("NFD", syllable):
        if part in TONES:
            tone = TONES[part]
        elif part == "\u0308":
            letters = letters[:-1] + "v"
        else:
            letters += part
    return letters + tone


def alone(crate):
    """The first reading of each character."""
    source = (crate / "src/data/dict1_data.rs").read_text(encoding="utf-8")
    return {c: numbered(read.split()[0]) for c, read in re.findall(r'\("(.)", "([^"]+)"\)', source)}


def known(crate):
    """The words that `pinyin_pro` has itself."""
    source = (crate / "src/data/patterns_data.rs").read_text(encoding="utf-8")
    return set(re.findall(r'zh: "([^"]+)"', source))


def weighed():
    source = (pathlib.Path(__file__).parent / "polyphone/mod.rs").read_text(encoding="utf-8")
    return set(re.search(r'WEIGHED: &str = "(.*?)";', source, re.DOTALL).group(1)) - set("\\\n ")


def main():
    pypinyin, jieba, crate = map(pathlib.Path, sys.argv[1:4])
    phrases = json.loads((pypinyin / "phrases_dict.json").read_text(encoding="utf-8"))
    usual, open_ones, crate_words = alone(crate), weighed(), known(crate)
    usual |= FIXED
    lines = []
    for line in (jieba / "src/data/dict.txt").read_text(encoding="utf-8").splitlines():
        word, frequency = line.split(" ")[:2]
        if word not in phrases or word in crate_words | NO_WORDS or int(frequency) < LEAST_FREQUENCY:
            continue
        # Tones before others are not changed here.
        read = [FIXED.get(c) or numbered(read[0]) for c, read in zip(word, phrases[word], strict=True)]
        if any(c in open_ones or usual.get(c) != r for c, r in zip(word, read)):
            lines.append(word + " " + CORRECTED.get(word, " ".join(read)))
    here = pathlib.Path(__file__).parent
    (here / "spellings.txt").write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")


main()
