# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the speed figures are measured with, and that they come out."""

import math
from dataclasses import replace
from statistics import fmean

import pytest

from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.benchmark.generation.houses import SIZES
from adhoc_teamwork.benchmark.generation.tasks import Plan
from adhoc_teamwork.benchmark.speed import growth, table_time
from adhoc_teamwork.benchmark.speed.growth import growth_exponent
from adhoc_teamwork.benchmark.speed.memory import Memory
from adhoc_teamwork.benchmark.speed.planning import SIDE, big_house
from adhoc_teamwork.benchmark.speed.profiling import profile_by_folder
from adhoc_teamwork.benchmark.speed.table_time import (
    Played,
    TableTimes,
    sample,
    table_settings,
    time_table,
)
from adhoc_teamwork.benchmark.speed.trial import ROOMS, TEAM, Trial
from adhoc_teamwork.simulation.lattice.cells import Lattice
from adhoc_teamwork.simulation.lattice.config import StepConfig
from adhoc_teamwork.simulation.lattice.paths import FAR, Paths

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def trial() -> Trial:
    return Trial.drawn()


def test_the_trial_is_a_team_of_five_in_six_rooms(trial: Trial) -> None:
    assert len(trial.house.rooms) == ROOMS
    assert [len(task.misplaced) for task in trial.tasks] == [1, 2, 3, 4, 5]
    assert all(len(task.team) == TEAM for task in trial.tasks)


def test_teams_and_houses_of_other_sizes(trial: Trial) -> None:
    fewer = trial.with_things(0.5)
    assert len(fewer.house.objects) < len(trial.house.objects)
    tasks = fewer.with_team(fewer.plan(), 8)
    names = {thing.name for thing in fewer.house.objects}
    assert all(item.object in names for task in tasks for item in task.misplaced)
    assert all(len(task.team) == 8 for task in tasks)


def test_time_counts_for_whom_it_is_spent(trial: Trial) -> None:
    shares = dict(profile_by_folder(Trial(trial.house, trial.tasks[:1])))
    assert sum(shares.values()) == pytest.approx(1.0)
    assert shares["adhoc_teamwork.simulation.lattice"] > 0.02
    assert shares["adhoc_teamwork.benchmark.agents"] > 0.02
    assert shares.get("elsewhere", 0.0) < 0.1


def test_the_large_floor_is_one() -> None:
    lattice = Lattice.of(big_house(), StepConfig())
    assert lattice.points.max() > SIDE - 0.5
    assert lattice.points.min() < 0.5
    assert Paths(lattice).distances([0]).max() < FAR


def test_the_exponent_of_a_power() -> None:
    counts = (1, 2, 4, 8)
    assert growth_exponent(counts, [3.0 * math.sqrt(c) for c in counts]) == pytest.approx(0.5)


def test_speed_prints_its_tables(
    trial: Trial, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the first figure is taken from one task, once: what is measured is tried here."""
    monkeypatch.setattr(growth, "_ROUNDS", 1)
    monkeypatch.setattr(Trial, "drawn", lambda: replace(trial, tasks=trial.tasks[:1]))
    assert main(["speed", "--jobs", "1", "--seconds", "0.5"]) == 0
    printed = capsys.readouterr().out
    for text in ("actions a second", "memory", "the world alone", "p50 ms", "where the time goes"):
        assert text in printed


def test_the_sample_has_every_size_team_and_number_of_a_task_set() -> None:
    drawn = sample()
    assert tuple(one.house.rooms for one in drawn) == SIZES
    for found, wanted in (
        ([one.team for one in drawn], Plan(1).teams),
        ([one.misplaced for one in drawn], Plan(1).scenarios),
    ):
        assert set(found) == set(wanted)
        assert fmean(found) == pytest.approx(fmean(wanted), abs=0.2)


def test_a_task_is_played_in_a_process_of_its_own() -> None:
    setting = next(s for s in table_settings() if (s.team, s.adhoc) == ("heuristic", "none"))
    times = time_table([setting], sample()[:1])
    (played,) = times.own
    assert played.house > 0.0
    assert played.seconds[0] > 0.0
    assert len(played.digests[0]) == 64
    assert times.other == ()


def test_table_one_is_extrapolated_and_beside_another_version_compared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = table_settings()
    assert len(settings) == 24
    own = Played(2.0, (1.0,) * 24, ("same",) * 24)
    other = Played(2.0, (1.5,) * 24, ("same",) * 23 + ("another",))
    times = TableTimes(settings, (own,), (other,))
    assert times.minutes(times.own) == pytest.approx((1350 * 24 + 90 * 2.0) / 2 / 60)
    monkeypatch.setattr(table_time, "time_table", lambda *_: times)
    assert main(["speed", "--table", "--against", "."]) == 0
    printed = capsys.readouterr().out
    for text in ("| llm", "1.50", "272 min", "406 min", "differ in 1 of 24 episodes"):
        assert text in printed
    # 100 machines of two cores: chunks of at most 81 episodes, five of a house of 360, and three of
    # the 450 for some cores.
    assert times.minutes(times.own, 200) == pytest.approx(3 * (2.0 + 360 / 5) / 60)
    assert main(["speed", "--table", "--cores", "200"]) == 0
    assert "on 200 cores with nothing else to do: 5.5 min, 3.7 min" in capsys.readouterr().out


def test_memory_is_looked_at_at_each_tenth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["speed", "--episodes", "25"]) == 0
    printed = capsys.readouterr().out
    rows = [line.split("|")[1:3] for line in printed.splitlines() if line.startswith("|")][2:]
    assert [int(count) for count, _ in rows] == [2, 5, 7, 10, 12, 15, 17, 20, 22, 25]
    assert all(20 < int(megabytes) < 2000 for _, megabytes in rows)


def test_memory_that_grows_shows() -> None:
    counts = tuple(range(10, 101, 10))
    flat = Memory(counts, (80.0, 95.0, 99.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0))
    assert flat.kilobytes_an_episode == 0.0
    leaking = Memory(counts, tuple(100.0 + 0.25 * count for count in counts))
    assert leaking.kilobytes_an_episode == pytest.approx(250.0)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--against", "."], "--against"),
        (["--table", "--against", "/no/such/folder"], "--against"),
        (["--cores", "8"], "--cores"),
        (["--episodes", "10", "--against", "."], "--against"),
        (["--episodes", "10", "--table"], "--table"),
    ],
)
def test_what_is_no_other_version_or_no_table_is_told(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["speed", *words]) == 2
    assert f"adhoc bench: {named}" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--jobs", "0"], ["--seconds", "-1"], ["--seconds", "x"]])
def test_bad_numbers_end_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["speed", *words])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
