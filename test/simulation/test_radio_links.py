# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Range, walls, partitions: who hears whom."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.simulation.houses.house import House, Wall
from adhoc_teamwork.simulation.radio_links import RadioLink, RadioLinks
from adhoc_teamwork.simulation.tasks.scenario import load_scenario
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.radio_setting import Partition, RadioSetting

KITCHEN, BEDROOM = (2.0, 1.0), (6.0, 1.0)
CLEAR = RadioLink(True)
SPOTS = st.tuples(st.floats(-20.0, 20.0), st.floats(-20.0, 20.0))


def hears(links: RadioLinks, places: dict[str, tuple[float, float]], time: float = 0.0) -> set[str]:
    """Return the pairs that hear each other, as ``one>other``."""
    return {f"{a}>{b}" for (a, b), link in links.at(places, time).items() if link.reachable}


def test_without_a_setting_everybody_hears_everybody(small_house: House) -> None:
    links = RadioLinks(RadioSetting(), small_house.walls).at({"a": KITCHEN, "b": BEDROOM}, 0.0)
    assert len(links) == 6
    assert set(links.values()) == {CLEAR}


def test_range_holds_between_robots_and_for_a_broker_that_stands_somewhere() -> None:
    places = {"a": (0.0, 0.0), "b": (3.0, 0.0), "c": (7.0, 0.0)}
    everywhere = RadioLinks(RadioSetting(range=4.0), ())
    to_broker = {"a>broker", "b>broker", "c>broker", "broker>a", "broker>b", "broker>c"}
    near = {"a>b", "b>a", "b>c", "c>b"}
    assert hears(everywhere, places) == near | to_broker
    standing = RadioLinks(RadioSetting(range=4.0, broker=(7.0, 3.0)), ())
    assert hears(standing, places) == near | {"c>broker", "broker>c"}


def test_walls_block_but_open_doorways_do_not(small_house: House) -> None:
    links = RadioLinks(RadioSetting(walls_block=True), small_house.walls)
    assert "a>b" not in hears(links, {"a": KITCHEN, "b": BEDROOM})
    assert "a>b" in hears(links, {"a": (3.0, 2.0), "b": (5.0, 2.0)})
    assert "a>b" in hears(links, {"a": (1.0, 1.0), "b": (3.0, 3.5)})


@given(SPOTS, SPOTS)
def test_walls_block_both_ways_alike(one: tuple[float, float], other: tuple[float, float]) -> None:
    links = RadioLinks(RadioSetting(walls_block=True), (Wall(0.0, -5.0, 0.0, 5.0, 0.0, 2.5),))
    heard = hears(links, {"a": one, "b": other})
    assert ("a>b" in heard) == ("b>a" in heard)


def test_a_partition_cuts_off_for_its_time_only() -> None:
    setting = RadioSetting(partitions=(Partition(10.0, 40.0, ("a", "b")),))
    places = {"a": KITCHEN, "b": KITCHEN, "c": KITCHEN}
    links = RadioLinks(setting, ())
    assert len(hears(links, places, 9.9)) == len(hears(links, places, 40.0)) == 12
    assert hears(links, places, 10.0) == {"a>b", "b>a", "c>broker", "broker>c"}


def test_what_travels_is_lost_and_delayed() -> None:
    links = RadioLinks(RadioSetting(loss=0.2, delay=0.2, jitter=0.05), ())
    assert links.at({"a": KITCHEN}, 0.0)["a", "broker"] == RadioLink(True, 0.2, 0.2, 0.05)


SCENARIO = """
house: two_rooms
robots: [{name: tall, card: tall.yaml, pose: [1.0, 1.0, 0.0]}]
misplaced: []
radio: %s
"""


def test_a_scenario_says_how_radios_are(tmp_path: Path) -> None:
    path = tmp_path / "far.yaml"
    path.write_text(
        SCENARIO
        % "{range: 8, walls_block: true, partitions: [{start: 60, end: 90, apart: [tall]}]}"
    )
    setting = load_scenario(str(path), tmp_path).radio
    assert (setting.range, setting.walls_block) == (8.0, True)
    assert setting.partitions == (Partition(60.0, 90.0, ("tall",)),)


@pytest.mark.parametrize(
    ("radio", "message"),
    [
        ("{loss: 2}", "radio.loss"),
        ("{range: -1}", "radio.range"),
        ("{colour: red}", "radio: unknown key .colour."),
        ("{partitions: [{start: 5, end: 5, apart: [tall]}]}", "end"),
        ("{partitions: [{start: 5, end: 6, apart: [ghost]}]}", "ghost"),
    ],
)
def test_a_wrong_radio_is_refused(radio: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "far.yaml"
    path.write_text(SCENARIO % radio)
    with pytest.raises(ConfigError, match=message):
        load_scenario(str(path), tmp_path)
