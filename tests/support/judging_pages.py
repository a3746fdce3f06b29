"""The page to judge on in a real browser: writing it, opening it, and what a person does there."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import coala
from coala.cli.commands import main
from coala.review.blind.blindness import BlindWish
from coala.review.writing import write_review
from tests.support.chromium import BrowserPage
from tests.support.paths import SAMPLES

NEWSWIRE = [str(SAMPLES / "newswire" / f"{name}.ttl") for name in ("baseline", "changed")]

CAPTURE = """
window.saved = null;
window.make = window.make || URL.createObjectURL;
URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return make(blob); };
"""
"""Makes the text of a saved file known to the test."""


def write_newswire(path: Path, blind: BlindWish | None = None) -> Path:
    comparison = coala.compare(*NEWSWIRE)
    write_review(path, comparison.summary, comparison.iterate_sentences(), comparison.texts(), blind=blind)
    return path


def export_page(review: Path, *options: str) -> Path:
    page = review.with_suffix(".html")
    assert main(["export", str(review), "--to", "judging-page", "-o", str(page), *options]) == 0
    return page


def open_blocks(page: str) -> str:
    """Return a page with the articles of its bags in place of their compressed blocks."""

    def write_articles(block: re.Match[str]) -> str:
        items = json.loads(zlib.decompress(base64.b64decode(block[1])))
        return "".join(f"{item['html']}\n" for item in items)

    return re.sub(r'<script type="text/plain" class="bags">(.*?)</script>\n', write_articles, page)


def show_all(page: BrowserPage) -> None:
    """Show each bag once, then the first again: a page makes the article of a bag when it shows it."""
    page.value(
        "{ const jump = document.getElementById('jump'); jump.dispatchEvent(new Event('focus'));"
        "for (const number of [...Array(jump.options.length).keys(), 0]) {"
        "jump.dispatchEvent(new Event('focus')); jump.value = number;"
        "jump.dispatchEvent(new Event('change')); } null }"
    )


def count_answered(page: BrowserPage) -> int:
    return int(page.value("document.getElementById('progress').textContent.split(' ')[0]"))


def answer(page: BrowserPage, key: str) -> None:
    """Press a key until it counts: a bag that has just appeared takes none, and the page says so."""
    counts = "window.before !== document.getElementById('progress').textContent"
    ignored = "document.getElementById('message').textContent.startsWith('Ignored')"
    page.value("window.before = document.getElementById('progress').textContent")
    while True:
        page.value("document.getElementById('message').textContent = ''")
        page.press(key, key)
        page.wait(f"{counts} || {ignored}")
        if page.value(counts):
            return


def save(page: BrowserPage, name: str = "Ben") -> list[dict[str, Any]]:
    """Type a name, press the button, and return the lines of the file."""
    page.value(CAPTURE)
    page.value(f"document.getElementById('reviewer').value = '{name}'")
    page.value("document.getElementById('save').click()")
    page.wait("window.saved !== null")
    return [json.loads(line) for line in page.value("window.saved").splitlines()]


def open_page(page: BrowserPage, path: Path) -> None:
    """Open a page and wait until it has read the stored answers."""
    page.open(path)
    page.wait("document.getElementById('progress').textContent !== ''")


def open_fresh(page: BrowserPage, path: Path) -> None:
    """Open a page in a browser that has kept no answers."""
    open_page(page, path)
    page.value(
        "indexedDB.databases().then((all) => Promise.all(all.map(({name}) => new Promise((done, failed) => {"
        "const request = indexedDB.deleteDatabase(name);"
        "request.onsuccess = done; request.onerror = failed; }))))"
        ".then(() => null)"
    )
    open_page(page, path)


def load(page: BrowserPage, *lines: object) -> str:
    """Load a file with these lines, written as JSON unless they are text; return what the page says."""
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    page.value("document.getElementById('message').textContent = ''")
    page.value(
        f"{{ const files = new DataTransfer(); files.items.add(new File([{json.dumps(text)}], 'a.jsonl'));"
        "const input = document.getElementById('file'); input.files = files.files;"
        "input.dispatchEvent(new Event('change')); null }"
    )
    page.wait("document.getElementById('message').textContent !== ''")
    return str(page.value("document.getElementById('message').textContent"))
