"""A real Chromium that opens a page and reports on it, over the pipe of its DevTools."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from typing import Any

from tests.support.fonts import fonts_alone

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER = next((path for name in NAMES if (path := shutil.which(name))), None)

_PATIENCE = 120.0
_HIGH = 20
"""Above the two numbers at which Chromium expects its pipes."""
_GROUNDS = {False: "rgb(255, 255, 255)", True: "rgb(20, 23, 28)"}
"""What our pages stand on, in light and in dark colours."""
_NARROW = 400
_BLANK = 60
"""A picture of an empty page has no more different bytes than this."""


class BrowserPage:
    """One page: what it asked for and complained about, and what can be done to it."""

    def __init__(self, sent: int, heard: int) -> None:
        self._sent, self._heard, self._rest, self._number, self._session = sent, heard, b"", 0, ""
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._loaded: set[str] = set()
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._ask(f"{domain}.enable")
        self._ask("Page.setLifecycleEventsEnabled", enabled=True)

    def open(self, path: Path, *, dark: bool = False, size: tuple[int, int] = (1200, 900)) -> None:
        """Open a file and wait until it is loaded."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._ask("Emulation.setEmulatedMedia", media="", features=[scheme])
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._ask("Emulation.setDeviceMetricsOverride", **metrics)
        # An earlier page may tell late that it is loaded, so the event has to name this one.
        document = self._ask("Page.navigate", url=path.absolute().as_uri())["loaderId"]
        while document not in self._loaded:
            self._hear()

    def value(self, expression: str) -> Any:
        """Return the value of an expression on the page."""
        said = self._ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in said, said["exceptionDetails"]
        return said["result"].get("value")

    def show_as_printed(self) -> None:
        """Show the page as printed, until another one is opened."""
        self._ask("Emulation.setEmulatedMedia", media="print")

    def press(self, key: str, text: str = "") -> None:
        """Press a key as a person does."""
        for what in ("keyDown", "keyUp"):
            typed = {"text": text} if text and what == "keyDown" else {}
            self._ask("Input.dispatchKeyEvent", type=what, key=key, **typed)

    def repeat(self, key: str, text: str) -> None:
        """Send one more press of a key that is held down."""
        self._ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, autoRepeat=True)

    def wait(self, expression: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + _PATIENCE
        while not self.value(expression):
            assert time.monotonic() < end, f"{expression} never was"
            time.sleep(0.02)

    def picture(self, *, whole: bool = False) -> bytes:
        """Return a PNG picture of the viewport, or of the whole page, however long it is."""
        return base64.b64decode(self._ask("Page.captureScreenshot", captureBeyondViewport=whole)["data"])

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._sent, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._hear()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result

    def _hear(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._heard], [], [], _PATIENCE)
            assert ready, "Chromium says nothing"
            part = os.read(self._heard, 1 << 16)
            assert part, "Chromium has ended"
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        params = message.get("params", {})
        match message.get("method"):
            case "Page.lifecycleEvent" if params["name"] == "load":
                self._loaded.add(params["loaderId"])
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])
            case "Log.entryAdded":
                self.complaints.append(params["entry"]["text"])
            case "Runtime.exceptionThrown" | "Runtime.consoleAPICalled":
                self.complaints.append(json.dumps(params))
        return message


def _above(end: int) -> int:
    """Return the same end of a pipe under a high number."""
    try:
        return fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _HIGH)
    finally:
        os.close(end)


@contextmanager
def browser_page(folder: Path) -> Iterator[BrowserPage]:
    """Yield a page of a Chromium of its own with its files in ``folder``, and close it afterwards."""
    assert BROWSER is not None
    asked, sent, heard, told = map(_above, (*os.pipe(), *os.pipe()))
    options = (
        *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
        *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
        *("--remote-debugging-pipe", f"--user-data-dir={folder / 'profile'}"),
    )
    begin = f"import os, sys; os.dup2({asked}, 3); os.dup2({told}, 4); os.execv(sys.argv[1], sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", begin, BROWSER, *options],
        pass_fds=(asked, told),
        env=os.environ | fonts_alone(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(asked)
    os.close(told)
    try:
        yield BrowserPage(sent, heard)
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.wait()
        os.close(sent)
        os.close(heard)


def each_look(page: BrowserPage, path: Path, wide: int) -> Iterator[None]:
    """Open a file wide and narrow, in light and dark colours, and see each time that nothing is amiss.

    It shows something, has its colours, fits the width, asks for nothing and complains of nothing.
    """
    for dark, width in product((False, True), (wide, _NARROW)):
        page.requests.clear()
        page.complaints.clear()
        page.open(path, dark=dark, size=(width, 900))
        ground = page.value("getComputedStyle(document.body).backgroundColor")
        assert ground == _GROUNDS[dark]
        assert page.value("document.documentElement.scrollWidth <= innerWidth"), width
        assert _bytes_in_picture(page.picture()) > _BLANK
        assert (page.requests, page.complaints) == ([path.as_uri()], [])
        yield


def _bytes_in_picture(png: bytes) -> int:
    """Count the different bytes in the pixels of a PNG; a blank one has a handful."""
    at, packed = 8, b""
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + size]
        at += size + 12
    return len(set(zlib.decompress(packed)))
