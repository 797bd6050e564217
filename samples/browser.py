"""A Chromium without a window, and a server for our pages on this machine only.

What is missing is said in one sentence: `NoBrowserError`. What is opened in the browser is not this module's business.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PAGES = Path(__file__).resolve().parent / "pages"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SWITCHED_OFF = (
    # What newer Chromium loads for the address bar of each window: two pages with much script, half a second of work.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    # What Playwright switches off. Chromium heeds the last list alone, so they stand here as well.
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""Features of Chromium that nobody here needs."""
BROWSER_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    f"--disable-features={','.join(SWITCHED_OFF)}",
    # What changed is drawn anew as whole tiles: else edges of round things depend on what was seen before.
    "--disable-partial-raster",
)


class NoBrowserError(RuntimeError):
    """No picture can be taken here; the message says what to install or to name."""


def find_browser() -> str | None:
    """The browser to use: `$CHROMIUM`, or the first of the usual names on the path."""
    return os.environ.get("CHROMIUM") or next((path for name in BROWSERS if (path := shutil.which(name))), None)


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path = PAGES) -> Iterator[str]:
    """The address of a server for `folder`, on this machine only."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def usable_browser(path: str | None = None) -> str:
    """The program to start: `path`, or the one found. Raises `NoBrowserError` where it or Playwright is not there."""
    try:
        import playwright.sync_api  # noqa: F401  (asked only whether it is there)
    except ModuleNotFoundError as missing:
        message = f"Pictures are taken with {missing.name}, which is not installed: pip install '.[dataset]'"
        raise NoBrowserError(message) from missing
    found = path or find_browser()
    if found is None:
        raise NoBrowserError("There is no Chromium on the path; install one, or name it with --browser PATH.")
    if shutil.which(found) is None:
        raise NoBrowserError(f"{found} is no program that can be started; name a Chromium with --browser PATH.")
    return found


@contextmanager
def browsing(path: str | None = None) -> Iterator[Browser]:
    """A fresh browser without a window; `path`: which, if not the one that is found. Raises `NoBrowserError`."""
    program = usable_browser(path)
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program, args=list(BROWSER_ARGUMENTS))
        except Error as error:
            said = error.message.strip().splitlines()[0]
            raise NoBrowserError(f"{program} did not start as a browser ({said}).") from error
        try:
            yield browser
        finally:
            with suppress(Error):  # it may be gone already
                browser.close()
