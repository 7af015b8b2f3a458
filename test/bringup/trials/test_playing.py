# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a series does where one of its runs is refused: the demonstration is a few lines here."""

import asyncio
import sys
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.trials import playing
from adhoc_teamwork.bringup.trials.plan import Trial
from adhoc_teamwork.bringup.trials.playing import Player
from adhoc_teamwork.teamwork.settings.config import ConfigError

PLAYED = "import pathlib, sys; pathlib.Path(sys.argv[1]).mkdir()"
WAITS = """
import signal, sys
def stop(*_):
    print("adhoc: interrupted", flush=True)
    sys.exit(130)
signal.signal(signal.SIGINT, stop)
print("waits", flush=True)
while True:
    signal.pause()
"""


def played(
    monkeypatch: pytest.MonkeyPatch, folder: Path, scripts: dict[str, str], jobs: int
) -> tuple[Player, list[tuple[str, int]]]:
    """Play a script for each name, which is given the run's folder; return who ended how."""

    def command(trial: Trial, _options: object, out: Path) -> tuple[str, ...]:
        return (sys.executable, "-c", scripts[trial.name], str(out))

    monkeypatch.setattr(playing, "demo_command", command)
    ended: list[tuple[str, int]] = []
    player = Player(folder, (), jobs, lambda one, code, _: ended.append((one.name, code)), int)
    trials = [Trial(name, "demo", Path(f"{name}.json"), 1, 0) for name in scripts]
    assert asyncio.run(player.play(trials))
    return player, ended


def exits(words: str) -> str:
    """Return a script that refuses what it is told, with such words."""
    return f"import sys; print('adhoc: {words}'); sys.exit(2)"


def test_a_house_that_is_refused_keeps_no_other_from_being_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = {"bare": exits("bare.json: only 0 objects"), "full": PLAYED}
    player, ended = played(monkeypatch, tmp_path, scripts, 1)
    assert ended == [("bare", 2), ("full", 0)]
    assert player.refused == {"bare": "adhoc: bare.json: only 0 objects"}
    assert (tmp_path / "full").is_dir()
    assert not (tmp_path / "bare").exists()


def test_what_all_runs_are_told_wrong_ends_the_series_with_that_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs that were played beside it are stopped: it is not for these that the series ends."""
    scripts = {"one": WAITS, "two": exits("--policy nosuch"), "three": PLAYED}
    with pytest.raises(ConfigError, match="two: adhoc: --policy nosuch"):
        played(monkeypatch, tmp_path, scripts, 2)
    assert not (tmp_path / "three").exists()
