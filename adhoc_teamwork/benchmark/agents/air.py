# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an episode's team talks through: a channel, and radios with range, walls and loss.

Its name is that of the channel, then what its radios lack: ``text:3 range=8,walls,loss=0.2``.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.simulation.houses.house import Wall
from adhoc_teamwork.simulation.radio_links import Place, RadioLink, RadioLinks
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.radio_setting import PERFECT_RADIO, RadioSetting
from adhoc_teamwork.teamwork.team.channel import TeamChannel, find_channel

_EXPECTED = "expected some of range=METRES, walls, loss=SHARE with commas between"
_SETTINGS = TypeAdapter(RadioSetting)


@dataclass(frozen=True)
class Air:
    """Hold channel and radios of a team."""

    channel: TeamChannel
    radio: RadioSetting = PERFECT_RADIO

    @property
    def name(self) -> str:
        """Return what results call it."""
        radio = radio_words(self.radio)
        return f"{self.channel.name} {radio}" if radio else self.channel.name


def find_air(name: str) -> Air:
    """Return the air of a name.

    Raises:
        ConfigError: There is no such channel, price or radio.
    """
    channel, _, radio = name.partition(" ")
    return Air(find_channel(channel), read_radio(radio))


def read_radio(words: str) -> RadioSetting:
    """Return the radios that words such as ``range=8,walls,loss=0.2`` mean.

    Raises:
        ConfigError: They mean none.
    """
    values: dict[str, Any] = {}
    for part in words.split(",") if words else ():
        key, _, value = part.partition("=")
        if part == "walls" and "walls_block" not in values:
            values["walls_block"] = True
        elif key in ("range", "loss") and value and key not in values:
            values[key] = value
        else:
            raise ConfigError(f"radio {words}: {part!r:.40}; {_EXPECTED}")
    try:
        return _SETTINGS.validate_python(values)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise ConfigError(
            f"radio {words}: {first['loc'][0]}: {first['msg']}; {_EXPECTED}"
        ) from None


def radio_words(radio: RadioSetting) -> str:
    """Return the words for radios; empty for perfect ones."""
    parts = [
        f"range={radio.range:g}" if radio.range is not None else "",
        "walls" if radio.walls_block else "",
        f"loss={radio.loss:g}" if radio.loss else "",
    ]
    return ",".join(part for part in parts if part)


class HouseAir:
    """Say of each message whether it gets from one robot to another; the same seed says the same.

    Args:
        radio: How radios are.
        walls: Of the house.
        places: Returns where the robots are by now, and in which step.
        seed: Draws what is lost.
    """

    def __init__(
        self,
        radio: RadioSetting,
        walls: tuple[Wall, ...],
        places: Callable[[], tuple[Mapping[str, Place], int]],
        seed: str,
    ) -> None:
        self._is_clear = radio == PERFECT_RADIO
        self._links, self._places = RadioLinks(radio, walls), places
        self._random = random.Random(seed)
        self._known: tuple[int, int] = (-1, 0)
        self._now: dict[tuple[str, str], RadioLink] = {}

    def carries(self, sender: str, receiver: str) -> bool:
        """Tell whether what one says now reaches another."""
        if self._is_clear:
            return True
        places, step = self._places()
        if self._known != (step, len(places)):
            self._known, self._now = (step, len(places)), self._links.at(places, float(step))
        link = self._now.get((sender, receiver))
        if link is None or not link.reachable:
            return False
        return not link.loss or self._random.random() >= link.loss
