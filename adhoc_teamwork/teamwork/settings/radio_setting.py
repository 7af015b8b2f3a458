# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far from perfect simulated radios are: the `radio:` part of a scenario."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from adhoc_teamwork.teamwork.settings.sensor_noise import Length, Share

BROKER_NAME = "broker"
"""How the `radio:` part names the broker, among the names of robots."""

Moment = Annotated[float, Field(ge=0.0, allow_inf_nan=False)]
"""Seconds of simulated time since the start."""
Reach = Annotated[float, Field(gt=0.0, allow_inf_nan=False)]


@dataclass(frozen=True)
class Partition:
    """Cut some members of a team off from all others for a while; they still hear each other.

    `start` and `end` in seconds of simulated time; `apart` holds names of robots, or "broker".
    """

    start: Moment
    end: Moment
    apart: tuple[str, ...]


@dataclass(frozen=True)
class RadioSetting:
    """Hold how radios are; as by default, everybody hears everybody at once and without loss.

    Attributes:
        range: Metres within which two radios hear each other; None: any distance.
        walls_block: Whether a solid wall between two radios keeps them from hearing each other;
            open doorways let radio through.
        loss: Share of frames that are lost.
        delay: Seconds of simulated time that a frame travels.
        jitter: Seconds by which that differs at most.
        broker: Where the broker's radio stands in `map`, x and y in metres; None: everywhere, so
            that range and walls do not matter between it and robots.
        partitions: Who is cut off, and when.
    """

    range: Reach | None = None
    walls_block: bool = False
    loss: Share = 0.0
    delay: Length = 0.0
    jitter: Length = 0.0
    broker: tuple[float, float] | None = None
    partitions: tuple[Partition, ...] = ()


PERFECT_RADIO = RadioSetting()
