# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the stories of this folder importable under any import mode."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))


BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Yield a headless Chromium; skip where there is none.

    While it is open an event loop counts as running in this process, in the way of asyncio.run: it
    is closed with its file.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
    # A busy machine fails no test.
    playwright.expect.set_options(timeout=30_000)
    with playwright.sync_playwright() as player:
        chromium = player.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def new_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Yield what opens a page of a console; what goes wrong in it fails the test."""
    contexts: list[Any] = []
    troubles: list[str] = []

    def open_page(address: str, width: int = 1440, height: int = 860, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("requestfailed", lambda request: troubles.append(f"{request.url} failed"))
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [trouble for trouble in troubles if "/api/" not in trouble] == []
