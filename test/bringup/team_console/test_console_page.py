# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The console's page of a recorded run, in a browser."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from console_stories import FETCH, LOOK, SCRIPT, a_run

from adhoc_teamwork.measuring.console import processor_time
from adhoc_teamwork.teamwork.settings.places import CHECKOUT

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.usefixtures("browser")
PHONE = (390, 800)
NewPage = Callable[..., Page]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a console that shows the small run."""
    folder = a_run().write(tmp_path_factory.mktemp("console") / "run")
    command = [
        sys.executable,
        "-m",
        "adhoc_teamwork.bringup",
        "console",
        str(folder),
        "--port",
        "0",
    ]
    process = subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None
    yield found.group()
    process.terminate()
    assert process.wait(timeout=10) == 0


@pytest.fixture
def page(new_page: NewPage, address: str) -> Page:
    return new_page(address)


def go(page: Page, seconds: float) -> None:
    page.locator("#scrub").fill(str(seconds))


def test_a_decision_is_clicked_through(page: Page) -> None:
    rows = page.locator(".decision-row")
    expect(rows).to_have_count(2)
    rows.last.click()
    detail = page.locator("#decision")
    expect(detail.locator(".big")).to_have_text(str(FETCH))
    candidates = detail.locator(".step", has_text="Candidates").locator(".items li")
    expect(candidates).to_have_text([str(FETCH), str(LOOK)])
    expect(detail.locator(".step", has_text="Ranking")).to_contain_text("was 1")
    against = detail.locator(".reply.against")
    expect(against).to_contain_text("cart objects: I do this already.")
    expect(detail).to_contain_text("Its own check: not this one")
    expect(detail).to_contain_text("Its own check: go ahead")
    expect(detail).to_contain_text(f"Done: {FETCH}")
    detail.get_by_role("button", name="prompt and answer").first.click()
    words = page.locator("#words-dialog")
    expect(words).to_contain_text("You plan.")
    expect(words.locator("pre.answer")).to_contain_text("[analysis] The mug is near.")
    page.keyboard.press("Escape")
    expect(words).not_to_be_visible()
    detail.get_by_role("button", name="← all").click()
    expect(page.locator("#decisions")).to_be_visible()


def test_the_timeline_is_scrubbed(page: Page) -> None:
    dog = page.locator(".robot-card", has_text="dog")
    expect(page.locator("#progress")).to_have_text("1 of 1 tidy")
    go(page, 9.6)
    expect(dog.locator(".task")).to_have_text(str(FETCH))
    expect(dog.locator(".skill")).to_have_text("GoToObject <Mug_0>")
    expect(page.locator("#progress")).to_have_text("0 of 1 tidy")
    expect(page.locator(".thing.misplaced")).to_have_count(1)
    expect(page.locator(".decision-row")).to_have_count(1)
    go(page, 21)
    expect(dog.locator(".holds")).to_have_text("holds Mug")
    expect(page.locator(".thing")).to_have_count(0)
    go(page, 2)
    expect(page.locator(".decision-row")).to_have_count(0)
    page.locator("#lanes").click(position={"x": 5, "y": 5})
    expect(page.locator("#clock")).to_have_text(re.compile(r"^0:00\.\d / 0:31\.0$"))


def test_a_run_is_played(page: Page) -> None:
    go(page, 5)
    page.locator("#speed").select_option("16")
    page.keyboard.press("Escape")
    page.locator("#play").click()
    expect(page.locator("#clock")).to_have_text(re.compile(r"^0:31\.0"))
    expect(page.locator("#play")).to_have_text("Play")


def test_the_keyboard_reaches_everything(page: Page) -> None:
    page.locator("body").click(position={"x": 300, "y": 20})
    page.keyboard.press("Home")
    expect(page.locator("#clock")).to_have_text(re.compile(r"^0:00\.0"))
    page.keyboard.press(".")
    expect(page.locator("#clock")).to_have_text(re.compile(r"^0:04\.0"))
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#clock")).to_have_text(re.compile(r"^0:14\.0"))
    page.locator(".decision-row").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#decision")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".decision-row").last).to_be_focused()


def test_a_robot_is_chosen_and_its_words_alone_are_shown(page: Page) -> None:
    everything = page.locator(".said").count()
    page.locator(".robot-card", has_text="cart").get_by_role("button", name="cart").click()
    expect(page.locator(".decision-row")).to_have_count(0)
    assert 0 < page.locator(".said").count() < everything
    page.locator("#map .robot.chosen").click()
    expect(page.locator(".said")).to_have_count(everything)


def test_words_of_the_dialogue_lead_to_their_decision(page: Page) -> None:
    page.locator(".said.reflection.against .link").click()
    expect(page.locator("#decision .reply.against")).to_be_visible()


def test_what_robots_say_stays_text(page: Page) -> None:
    expect(page.locator(".said.chat")).to_contain_text(SCRIPT)
    expect(page).to_have_title(re.compile("team console"))
    assert page.locator("main script").count() == 0


def test_nobody_can_speak_to_or_stop_a_recorded_run(page: Page) -> None:
    expect(page.locator("#stop-all")).not_to_be_visible()
    expect(page.locator("#say")).not_to_be_visible()
    expect(page.locator(".stop-one").first).not_to_be_visible()


def test_on_a_phone_everything_is_within_its_width(new_page: NewPage, address: str) -> None:
    page = new_page(address, *PHONE, has_touch=True)
    for name, part in (
        ("Robots", "#robots"),
        ("Dialogue", "#dialogue"),
        ("Decisions", "#decisions"),
    ):
        page.get_by_role("tab", name=name).click()
        expect(page.locator(part)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        wide = page.evaluate(
            "[...document.querySelectorAll('body *')].filter(e => e.checkVisibility() &&"
            " e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('svg')).length"
        )
        assert wide == 0
    page.locator(".decision-row").last.click()
    expect(page.locator("#decision .big")).to_have_text(str(FETCH))


def test_light_and_dark_are_both_legible(new_page: NewPage, address: str) -> None:
    for scheme in ("light", "dark"):
        page = new_page(address, color_scheme=scheme)
        assert _contrast(page, ".task") > 7.0
        assert _contrast(page, ".said.reflection p") > 4.5
    page.locator("#theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


@pytest.mark.alone
def test_a_run_is_shown_for_less_than_two_seconds_of_work(
    new_page: NewPage, run_folder: Path
) -> None:
    command = [
        sys.executable,
        "-m",
        "adhoc_teamwork.bringup",
        "console",
        str(run_folder),
        "--port",
        "0",
    ]
    with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        new_page(found.group())
        took = processor_time(process.pid)
        process.terminate()
    assert took < 2.0


def _contrast(page: Page, selector: str) -> float:
    """Return the contrast (WCAG) of an element's text with the panel that it is on."""
    script = (
        "e => { let p = e; const style = getComputedStyle;"
        " while (style(p).backgroundColor === 'rgba(0, 0, 0, 0)') p = p.parentElement;"
        " return [style(e).color, style(p).backgroundColor]; }"
    )
    text, ground = (_luminance(colour) for colour in page.locator(selector).first.evaluate(script))
    light, dark = max(text, ground), min(text, ground)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
