# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The cache of answers in a run: asked for in one place, used by whatever plays."""

import argparse
import os
from pathlib import Path

import pytest
from bench_episodes import DrawnSet

from adhoc_teamwork.benchmark.episodes.play import play
from adhoc_teamwork.benchmark.models.answer_cache import ALWAYS, FOLDER, chosen_cache, use_cache
from adhoc_teamwork.benchmark.store.results import encode
from adhoc_teamwork.teamwork.settings.config import ConfigError

COLD, WARM = "offline", "offline t0.3 h0 s0"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (FOLDER, ALWAYS):
        monkeypatch.setenv(name, "")


def options(cache: str | None = None, always: bool = False) -> argparse.Namespace:
    return argparse.Namespace(cache=cache, cache_always=always)


def test_the_choice_reaches_worker_processes_through_the_environment(tmp_path: Path) -> None:
    use_cache(options(str(tmp_path)), [COLD])
    assert os.environ[FOLDER] == str(tmp_path)
    assert chosen_cache() == (str(tmp_path), False)
    use_cache(options(str(tmp_path), always=True), [WARM])
    assert chosen_cache() == (str(tmp_path), True)
    use_cache(options(), [WARM])
    assert chosen_cache() == ("", False)


def test_a_cache_that_would_not_be_used_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"temperature 0\.3.*--temperature 0, or --cache-always"):
        use_cache(options(str(tmp_path)), [COLD, WARM])
    with pytest.raises(ConfigError, match="--cache-always: only with --cache"):
        use_cache(options(always=True), [])
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(ConfigError, match="expected a cache of answers to write"):
        use_cache(options(str(file)), [COLD])
    with pytest.raises(ConfigError, match="expected no --cache with --errors"):
        use_cache(options(str(tmp_path), always=True), ["offline t0 h0 overlook=0.1 s0"])


@pytest.mark.slow
def test_the_second_run_is_answered_from_the_cache_and_is_the_same(
    drawn: DrawnSet, tmp_path: Path
) -> None:
    task = drawn.task(2, 1)
    plain = play(task, drawn.folder, "heuristic", "irot", 0, COLD)
    use_cache(options(str(tmp_path)), [COLD])
    first = play(task, drawn.folder, "heuristic", "irot", 0, COLD)
    second = play(task, drawn.folder, "heuristic", "irot", 0, COLD)
    assert encode(plain) == encode(first) == encode(second)
    assert plain.time is not None
    assert plain.time.cached == 0
    assert second.time is not None
    assert second.time.cached == second.llm_calls > 0
