"""Makes src/speech/kokoro/english.tsv.gz: English words and the symbols that Kokoro says them by.

    python3 bench/english.py us_gold.json

`us_gold.json` is the American dictionary of misaki (Apache-2.0). Kept is the usual reading of each
word of two letters and more, in lower case and without hyphens.
"""

import gzip
import json
import re
import sys
from pathlib import Path

OUT = Path(__file__).parent.parent / "src/speech/kokoro/english.tsv.gz"

# Words that novels have and the dictionary lacks.
OWN = {
    "debuff": "dˌibˈʌf",
    "ipad": "ˈIpˌæd",
    "iphone": "ˈIfˌOn",
    "tiktok": "tˈɪktˌɑk",
    "vs": "vˈɜɹsəs",
    "youtube": "jˈutˌub",
}


def usual(reading):
    return reading.get("DEFAULT") if isinstance(reading, dict) else reading


def words(gold):
    # A word written small comes before a name or an acronym of the same letters.
    in_order = sorted(gold, key=lambda word: ("-" in word, word != word.lower(), word.isupper(), word))
    kept = dict(OWN)
    for word in in_order:
        key, reading = word.lower().replace("-", ""), usual(gold[word])
        if reading and len(key) > 1 and re.fullmatch(r"[a-z']*[a-z][a-z']*", key):
            kept.setdefault(key, reading)
    return kept


def main():
    kept = words(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    text = "".join(f"{word}\t{symbols}\n" for word, symbols in sorted(kept.items()))
    OUT.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{len(kept)} words, {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
