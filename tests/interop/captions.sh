#!/usr/bin/env bash
# Reads the captions of a finished book with parsers that are not ours, and compares every line and every
# time with the ledger.
#
#   captions.sh OUT/BOOK
#
# The book must have been rendered with captions = ["lrc", "words", "srt", "vtt"]. Needs node and npm; the
# parsers go into a temporary folder: lrc-kit, webvtt-parser, subsrt-ts.
set -euo pipefail
book=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund lrc-kit@1.2.1 webvtt-parser@2.2.0 subsrt-ts >npm.log 2>&1 || { cat npm.log; exit 1; }
cat >read.cjs <<'JS'
const fs = require("fs"), path = require("path"), assert = require("assert");
const { Lrc } = require("lrc-kit");
const vtt = require("webvtt-parser");
const subsrt = require("subsrt-ts");
const parseSrt = (text) => (subsrt.parse || subsrt.default.parse)(text, { format: "srt" });

const folder = process.argv[2];
const book = JSON.parse(fs.readFileSync(path.join(folder, "book.json"), "utf8"));
let lines = 0, words = 0;
for (const chapter of book.chapters) {
  const stem = path.join(folder, chapter.file.replace(/\.wav$/, ""));
  const read = (end) => fs.readFileSync(stem + end, "utf8");
  const rate = chapter.sample_rate;
  const near = (found, frame, slack, what) =>
    assert(Math.abs(found - frame / rate) <= slack, `${what}: ${found} is not ${frame / rate}`);
  const shown = (text) => text.replace(/\s+/g, " ").replace(/\[/g, "［").replace(/\]/g, "］").replace(/</g, "＜").replace(/>/g, "＞");

  const lrc = Lrc.parse(read(".lrc"));
  assert.equal(lrc.info.al, shown(book.title));
  assert.equal(lrc.lyrics.length, chapter.chunks.length);
  const cues = new vtt.WebVTTParser().parse(read(".vtt"), "captions");
  assert.deepEqual(cues.errors, []);
  assert.equal(cues.cues.length, chapter.chunks.length);
  const srt = parseSrt(read(".srt")).filter((one) => one.type === "caption");
  assert.equal(srt.length, chapter.chunks.length);
  const timed = Lrc.parse(read(".words.lrc"));
  assert.equal(timed.lyrics.length, chapter.chunks.length);

  chapter.chunks.forEach((chunk, at) => {
    const text = chunk.text.replace(/\s+/g, " ").trim();
    near(lrc.lyrics[at].timestamp, chunk.from, 0.011, "lrc");
    assert.equal(lrc.lyrics[at].content, shown(text));
    near(cues.cues[at].startTime, chunk.from, 0.002, "vtt");
    near(cues.cues[at].endTime, chunk.to, 0.002, "vtt");
    assert.equal(cues.cues[at].tree.children.map((node) => node.value).join(""), text);
    near(srt[at].start / 1000, chunk.from, 0.002, "srt");
    near(srt[at].end / 1000, chunk.to, 0.002, "srt");
    assert.equal((srt[at].text || srt[at].content).trim(), text);
    lines += 1;
    const parts = timed.lyrics[at].wordTimestamps || [];
    const own = chunk.words || [];
    assert.equal(parts.length, own.length);
    assert.equal(timed.lyrics[at].content, shown(text));
    own.forEach((word, index) => near(parts[index].timestamp, word[2], 0.011, "word"));
    words += own.length;
  });
}
console.log(`${book.chapters.length} chapters: ${lines} lines and ${words} words read back alike from lrc, words.lrc, srt and vtt`);
JS
node read.cjs "$book"
