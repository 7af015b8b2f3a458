# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import adhoc_teamwork.benchmark.flagship.arms as arms_part
import adhoc_teamwork.benchmark.flagship.part as part
from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.benchmark.flagship.sample import (
    METHODS,
    SECTIONS,
    SEED,
    SETS,
    chosen_methods,
)
from adhoc_teamwork.benchmark.generation.suites import c_wah
from adhoc_teamwork.benchmark.generation.suites.plan import HouseOrder, SuitePlan
from adhoc_teamwork.benchmark.generation.whole_set import write_set
from adhoc_teamwork.benchmark.suites.registry import C_WAH
from adhoc_teamwork.teamwork.settings.config import ConfigError

pytestmark = pytest.mark.slow

TIDYING, HOUSEHOLD, _, ERRANDS = SECTIONS


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with one task of one suite, which is then the whole sample."""
    work = partial(c_wah.draw_house, plan=SuitePlan(C_WAH, SEED))
    write_set(tmp_path / SETS / C_WAH.name, C_WAH.name, SEED, [HouseOrder(0, 1)], work, 1)
    monkeypatch.setattr(part, "SECTIONS", (replace(HOUSEHOLD, tasks=1),))
    monkeypatch.setattr(arms_part, "TASKS", ())
    return tmp_path


def test_every_method_plays_with_its_own_kind_beside_others_and_alone() -> None:
    cells = {(one.team, one.adhoc, one.channel) for one in TIDYING.settings(METHODS, "m", "open")}
    players = (*METHODS, "heuristic")

    assert cells == {
        *((team, adhoc, "open") for team in players for adhoc in (*players, "none", "all-knowing")),
        ("heuristic", "heuristic", "silent"),
    }
    # No rule understands errands in words.
    assert {one.team for one in ERRANDS.settings(METHODS, "m", "open")} == set(METHODS)


@pytest.mark.parametrize("text", ["", ",", "irot,nobody", "all-knowing"])
def test_a_method_that_there_is_none_of_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="--methods"):
        chosen_methods(text)


def test_the_table_is_played_once_and_shows_what_others_add(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["flagship", "--methods", "rhp", "--jobs", "1", "--out", str(out)]
    page = out / "page.md"
    page.write_text("<!-- Flagship -->\nwhat was there\n<!-- end of Flagship -->\n")

    assert main([*words, "--into", str(page)]) == 0

    said = capsys.readouterr().out
    # Both alone and beside either, and the rule over a silent channel, with its team alone there.
    assert "8 episodes played" in said
    assert "| team, ad hoc: |" in said
    assert "| rhp " in page.read_text()
    assert "what was there" not in page.read_text()
    assert (out / "flagship.png").stat().st_size > 1000
    rows = (out / "flagship.json").read_bytes()
    assert main(words) == 0
    assert "0 episodes played, 8 were there already" in capsys.readouterr().out
    assert (out / "flagship.json").read_bytes() == rows

    theirs = json.loads(rows)
    theirs["rows"] = [{**row, "team": "mybot", "adhoc": "mybot"} for row in theirs["rows"][:1]]
    other = out / "theirs.json"
    other.write_text(json.dumps(theirs))
    assert main([*words, "--with", str(other)]) == 0
    assert "| mybot " in capsys.readouterr().out


def test_a_dry_run_plays_nothing_and_says_what_is_not_known(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["flagship", "--methods", "naive", "--jobs", "1", "--out", str(out), "--dry-run"]

    assert main(words) == 0

    said = capsys.readouterr().out
    assert "in 0 of the 4 that ask a model; play with the stand-in first" in said
    assert not (out / C_WAH.name).exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--by", "<b>me"], "--by <b>me: expected"),
        (["--into", "PAGE"], "expected a line '<!-- Flagship -->'"),
        (["--budget", "usd=much"], "--budget"),
    ],
)
def test_wrong_words_are_refused_before_sets_are_made_and_episodes_played(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("PAGE").touch()
    monkeypatch.setattr(part, "section_set", lambda *_: pytest.fail("a set was made"))
    assert main(["flagship", "--out", "out", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_set_of_another_seed_is_refused(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = out / SETS / C_WAH.name / "taskset.json"
    text = json.loads(path.read_text())
    text["seed"] = 1
    del text["digest"]
    path.write_text(json.dumps(text))

    assert main(["flagship", "--out", str(out)]) == 2

    assert f"a set of seed 1; expected that of the flagship table, of seed {SEED}" in (
        capsys.readouterr().err
    )
