# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The measurement of perception's speed: figures, playing round and round, command line."""

from pathlib import Path

import pytest

from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.measuring.perception.command import main
from adhoc_teamwork.measuring.perception.speed.child import in_child
from adhoc_teamwork.measuring.perception.speed.figures import (
    growth,
    memory_growth,
    node_rates_text,
    rows_of,
    settled,
)
from adhoc_teamwork.measuring.perception.speed.playing import (
    GRAPH,
    VALUES,
    Played,
    PlayRequest,
    play,
)
from adhoc_teamwork.measuring.perception.speed.tour_frames import TourRequest, record_tour
from adhoc_teamwork.teamwork.settings.config import ConfigError

pytestmark = pytest.mark.slow

CONFIG = Path(__file__).parents[3] / "config"


def _silent(_done: int, _total: int) -> None:
    pass


def played(cpu: list[float], round_length: int = 150, peak: float = 100.0) -> Played:
    memory = [(n, 80.0 + n / 1000.0) for n in range(100, len(cpu) + 1, 100)]
    steps = {GRAPH: [0.25 * t for t in cpu], VALUES: [0.0] * len(cpu)}
    return Played(round_length, cpu, cpu, steps, [], [150] * len(cpu), memory, peak, 50.0)


def verdicts(measured: Played) -> dict[str, bool | None]:
    return {row.what: row.met for row in rows_of(measured)}


def test_each_limit_is_judged_after_the_first_round() -> None:
    good = played([1.0] * 150 + [0.02] * 450)
    assert set(verdicts(good).values()) == {True, None}
    assert min(settled(good, good.cpu)) == max(settled(good, good.cpu)) == 0.02
    slow = verdicts(played([0.02] * 150 + [0.03] * 450))
    assert [what for what, met in slow.items() if met is False] == ["frame to map and graph, p50"]
    jerky = verdicts(played([0.02] * 450 + [0.02, 0.07] * 75))
    assert not jerky["frame to map and graph, p95"]
    large = verdicts(played([0.02] * 600, peak=595.0))
    assert large["most memory in 600 frames"]
    assert not large["reckoned for 10,000 frames"]


def test_at_the_nodes_rates_every_third_frame_has_a_graph() -> None:
    assert node_rates_text(played([0.02] * 600)) == "p50 15.0 ms, p95 20.0 ms"


def test_growth_compares_the_same_pictures() -> None:
    rounds = [0.01] * 75 + [0.02] * 75
    assert growth(played(rounds * 4)) == pytest.approx(1.0)
    assert growth(played(rounds * 3 + [2.0 * t for t in rounds])) == pytest.approx(2.0)
    assert growth(played(rounds + rounds)) is None


def test_memory_growth_is_the_slope_after_the_first_round() -> None:
    assert memory_growth(played([0.01] * 600)) == pytest.approx(1.0)
    assert memory_growth(played([0.01] * 300)) is None


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tour")
    request = TourRequest(folder, CONFIG, "quadruped", (80, 60), "noise", 1, 3)
    assert record_tour(request, _silent) > 5
    return folder


def test_a_tour_is_played_round_and_round(tour: Path) -> None:
    first = play(PlayRequest(tour, 1, True), _silent)
    frames = 2 * first.round_length + 3
    measured = play(PlayRequest(tour, frames, True), _silent)
    assert len(measured.cpu) == len(measured.wall) == len(measured.known) == frames
    assert measured.known[-1] == measured.known[-1 - first.round_length] > 5
    parts = sum(sum(seconds) for seconds in measured.steps.values())
    assert 0.8 * sum(measured.cpu) < parts <= 1.01 * sum(measured.cpu)
    assert measured.peak >= measured.before > 10.0


def test_the_command_plays_a_folder(tour: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--speed", "--folder", str(tour), "--frames", "5"]) == 0
    out = capsys.readouterr().out
    assert "objects known" in out
    for step in ("alignment", "split", "tracking", "map", "describe", "graph"):
        assert step in out


def test_a_child_that_fails_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match="ended early"):
        in_child(divmod, "nothing to divide", _silent)
    with pytest.raises(ConfigError, match=r"camera\.json"):
        in_child(play, PlayRequest(tmp_path, 1, True), _silent)


@pytest.mark.parametrize(
    "words",
    [
        ["--frames", "0"],
        ["--frames", "many"],
        ["--folder", "nowhere"],
        ["--rooms", "11"],
        ["--robot", "ghost"],
        ["--evaluate"],
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["--speed", *words])
    except SystemExit as ended:
        code = int(ended.code or 0)
    assert code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
