"""Makes an EPUB 3 of a text with headings 第N章, a page for each chapter. Usage: epub.py TEXT BOOK.epub"""

import html
import sys
import zipfile

CONTAINER = '<container><rootfiles><rootfile full-path="b/book.opf"/></rootfiles></container>'


def chapters(text):
    chapter = []
    for line in text.splitlines():
        if line.startswith("第") and chapter:
            yield chapter
            chapter = []
        if line.strip():
            chapter.append(line.strip())
    yield chapter


def page(chapter):
    paragraphs = "".join(f"<p>{html.escape(line)}</p>\n" for line in chapter[1:])
    return f"<html><body><h2>{chapter[0]}</h2>\n{paragraphs}</body></html>"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        pages = list(chapters(file.read()))
    numbers = range(len(pages))
    items = "".join(f'<item id="p{n}" href="p{n}.xhtml" media-type="application/xhtml+xml"/>' for n in numbers)
    refs = "".join(f'<itemref idref="p{n}"/>' for n in numbers)
    entries = "".join(f'<li><a href="p{n}.xhtml">{pages[n][0]}</a></li>' for n in numbers)
    nav = '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
    with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr("META-INF/container.xml", CONTAINER)
        metadata = "<metadata><dc:title>长书</dc:title></metadata>"
        package = f"<package>{metadata}<manifest>{nav}{items}</manifest><spine>{refs}</spine></package>"
        book.writestr("b/book.opf", package)
        book.writestr("b/nav.xhtml", f'<html><body><nav epub:type="toc"><ol>{entries}</ol></nav></body></html>')
        for n in numbers:
            book.writestr(f"b/p{n}.xhtml", page(pages[n]))


main()
