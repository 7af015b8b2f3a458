# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Radios of the benchmark: how they are named, and who hears whom."""

import pytest

from adhoc_teamwork.benchmark.agents.air import Air, HouseAir, find_air
from adhoc_teamwork.simulation.houses.house import Wall
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.radio_setting import RadioSetting
from adhoc_teamwork.teamwork.team.channel import OPEN, find_channel

WALL = Wall(2.0, -5.0, 2.0, 5.0, 0.0, 2.5)
PLACES = {"a": (0.0, 0.0), "b": (1.0, 0.0), "c": (3.0, 0.0), "d": (0.0, 9.0)}


def hears(radio: RadioSetting, seed: str = "seed") -> HouseAir:
    return HouseAir(radio, (WALL,), lambda: (PLACES, 7), seed)


def test_the_name_says_channel_price_and_radios() -> None:
    air = find_air("text:3 range=8,walls,loss=0.2")
    assert air == Air(find_channel("text:3"), RadioSetting(8.0, True, 0.2))
    assert air.name == "text:3 range=8,walls,loss=0.2"
    assert find_air("open loss=0.50").name == "open loss=0.5"
    assert find_air("open") == Air(OPEN)


@pytest.mark.parametrize(
    "radio", ["loud", "loss=2", "range=0", "loss", "walls=1", "range=8,range=9", "loss=,walls"]
)
def test_other_radios_are_refused(radio: str) -> None:
    with pytest.raises(ConfigError, match=r"radio .*expected some of range=METRES, walls, loss"):
        find_air(f"open {radio}")


def test_range_and_walls_say_who_hears_whom() -> None:
    near, open_air = hears(RadioSetting(range=4.0)), hears(RadioSetting(walls_block=True))
    assert [near.carries("a", name) for name in "bcd"] == [True, True, False]
    assert [open_air.carries("a", name) for name in "bcd"] == [True, False, True]
    assert all(hears(RadioSetting()).carries("a", name) for name in "bcd")
    assert not near.carries("a", "nobody")


def test_a_share_is_lost_and_the_same_seed_loses_the_same() -> None:
    one, other = hears(RadioSetting(loss=0.3)), hears(RadioSetting(loss=0.3))
    drawn = [one.carries("a", "b") for _ in range(1000)]
    assert drawn == [other.carries("a", "b") for _ in range(1000)]
    assert drawn.count(False) == pytest.approx(300, abs=60)
    assert drawn != [hears(RadioSetting(loss=0.3), "else").carries("a", "b") for _ in range(1000)]
