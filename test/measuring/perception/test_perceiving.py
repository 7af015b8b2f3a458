# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The evaluation of perception: tour, truth, matching, figures, command line."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from adhoc_teamwork.benchmark.tasks.house_files import find_houses
from adhoc_teamwork.measuring.perception.command import main
from adhoc_teamwork.measuring.perception.exploration import Exploration
from adhoc_teamwork.measuring.perception.limits import missed
from adhoc_teamwork.measuring.perception.matching import match
from adhoc_teamwork.measuring.perception.report import summary
from adhoc_teamwork.measuring.perception.scoring import Tally, score
from adhoc_teamwork.measuring.perception.tour import VISITS, Tour
from adhoc_teamwork.measuring.perception.truth import TrueObject, Visibility
from adhoc_teamwork.perception.recordings.frames_folder import read_folder
from adhoc_teamwork.simulation.houses.house import Box
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Predicate, SceneGraph
from adhoc_teamwork.teamwork.settings.config import ConfigError

pytestmark = pytest.mark.slow

CONFIG = Path(__file__).parents[3] / "config"
ONE_ROOM = CONFIG / "houses" / "sample_1_room.json"


def thing(name: str, x: float, carrier: str = FLOOR, pickupable: bool = True) -> TrueObject:
    box = Box(x, 1.0, 0.1, 0.2, 0.2, 0.2)
    return TrueObject(name, name.split("|")[0], pickupable, box, "room_0", carrier, Predicate.ON)


def report(object_id: str, x: float, receptacle: str = FLOOR, room: str = "room_0") -> Detection:
    category = object_id.split("_")[0]
    return Detection(
        object_id, category, Point(x, 1.0, 0.1), Size(0.2, 0.2, 0.2), room,
        receptacle=receptacle, relation=Predicate.ON,
    )  # fmt: skip


TRUTH = {t.name: t for t in (
    thing("Mug|1", 1.0, "Table|1"), thing("Mug|2", 1.3, "Table|1"),
    thing("Table|1", 1.1, pickupable=False), thing("Pen|1", 3.0),
)}  # fmt: skip


def tally(*reports: Detection, visible: tuple[str, ...] = tuple(TRUTH)) -> Tally:
    graph = SceneGraph(objects=reports)
    return score(graph, TRUTH, frozenset(visible), (9, 10), {})


def test_a_right_belief_has_full_figures() -> None:
    figures = tally(
        report("Mug_0", 1.02, "Table_0"), report("Mug_1", 1.3, "Table_0"),
        report("Table_0", 1.1), report("Pen_0", 3.0),
    )  # fmt: skip
    shares = (figures.recall, figures.precision, figures.relation_share, figures.room_share)
    assert shares == (1.0, 1.0, 1.0, 1.0)
    assert figures.doubles == 0
    assert figures.free_iou == 0.9
    assert figures.errors == pytest.approx((0.02, 0.0, 0.0, 0.0))
    assert figures.misses == ()


def test_each_kind_of_mistake_lowers_its_own_figure() -> None:
    figures = tally(
        report("Mug_0", 1.0, "Table_0"), report("Mug_1", 1.3), report("Table_0", 1.1),
        report("Table_1", 1.15), report("Spoon_0", 1.0), report("Mug_2", 2.9, room="room_1"),
    )  # fmt: skip
    assert (figures.visible, figures.found) == (4, 3)
    assert (figures.reported, figures.true_reports, figures.doubles) == (6, 3, 1)
    assert (figures.relations, figures.right_relations) == (2, 1)
    kinds = [line.split(":")[0] for line in figures.misses]
    assert sorted(kinds) == ["not found", "not there", "not there", "relation", "twice"]


def test_what_was_not_shown_may_be_missed_but_not_held_against() -> None:
    figures = tally(report("Mug_0", 1.0, "Table_0"), visible=("Mug|1",))
    assert (figures.recall, figures.precision) == (1.0, 1.0)
    assert figures.relations == 0, "its table was never shown"
    assert tally(visible=("Pen|1",)).recall == 0.0


def test_matching_takes_the_least_distances_in_all() -> None:
    found = match([report("Mug_0", 1.15), report("Mug_1", 1.0)], TRUTH)
    assert {(r.object_id, name) for r, name in found.pairs} == {
        ("Mug_0", "Mug|2"),
        ("Mug_1", "Mug|1"),
    }


def test_limits_name_what_is_missed_and_what_noise_costs() -> None:
    good = Tally(100, 96, 100, 99, 0, (0.05,), 100, 95, 100, 98, 90, 100)
    assert missed({"clean": good, "noise": replace(good, found=87)}, "clean") == []
    bad = replace(good, found=94, doubles=1)
    lines = missed({"clean": bad, "noise": replace(bad, errors=(0.2,))}, "clean")
    assert [line.split()[1] for line in lines] == ["recall", "twice", "position"]
    assert summary({"clean": good}).startswith("all limits are met")
    assert summary({"clean": bad}).startswith("MISSED: clean: recall 94.0 %")


def test_tallies_add_up() -> None:
    both = Tally(10, 5, errors=(0.1,)) + Tally(10, 10, errors=(0.3,))
    assert both.recall == 0.75
    assert both.position_error == pytest.approx(0.2)


def test_the_tour_looks_all_round_in_each_room_three_times() -> None:
    house = load_house(CONFIG / "houses" / "sample_3_rooms.json")
    tour = Tour.of(house, load_card("quadruped", CONFIG))
    assert {room_id for room_id, _ in tour.rooms} == {"room_0", "room_1", "room_2"}
    stops = list(tour.stops())
    stamps = [stop.stamp for stop in stops]
    assert stamps == sorted(stamps)
    for _, stations in tour.rooms:
        x, y = stations[0]
        turned = {
            round(s.pose.yaw, 3) for s in stops if abs(s.pose.x - x) + abs(s.pose.y - y) < 0.1
        }
        assert len(turned) >= 10 * VISITS
    assert all(tour.planner.fits(stop.pose.x, stop.pose.y) for stop in stops)


def test_only_what_shows_in_several_pictures_counts_as_visible() -> None:
    card = load_card("quadruped", CONFIG)
    exploration = Exploration(load_house(ONE_ROOM), card)
    visibility = Visibility(exploration)
    shots = exploration.shots()
    first = next(shots)
    visibility.take(first)
    visibility.take(first)
    assert visibility.visible() == frozenset()
    visibility.take(first)
    seen = visibility.visible()
    assert seen
    shown = {exploration.instance_of(name) for name in seen}
    assert shown <= set(first.picture.instances.reshape(-1).tolist())


def test_the_command_measures_a_house_and_records_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["--evaluate", "--houses", str(ONE_ROOM), "--frames-size", "80x60",
                 "--noise", "none", "--visits", "1", "--record", str(tmp_path)])  # fmt: skip
    out = capsys.readouterr().out
    assert code == 0
    assert "sample_1_room" in out
    assert "all limits are met" in out or "MISSED" in out
    recorded = next(read_folder(tmp_path / "sample_1_room-clean").events())
    assert recorded is not None


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--houses", "nowhere"], "nowhere"),
        (["--houses", str(ONE_ROOM), "--frames-size", "320"], "320"),
        (["--houses", str(ONE_ROOM), "--robot", "ghost"], "ghost"),
        (["--houses", str(ONE_ROOM), "--noise", "loud"], "loud"),
        (["--houses", str(ONE_ROOM), "--jobs", "0"], "0"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["--evaluate", *words])
    except SystemExit as ended:
        code = int(ended.code or 0)
    error = capsys.readouterr().err
    assert code == 2
    assert says in error
    assert len(error.strip().splitlines()) == 1


def test_a_folder_means_the_houses_in_it(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no house"):
        find_houses([tmp_path])
    for name in ("b", "a"):
        (tmp_path / f"{name}.json").write_text(json.dumps({}), encoding="utf-8")
    assert [p.stem for p in find_houses([tmp_path])] == ["a", "b"]
