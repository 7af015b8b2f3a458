# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Explore one house and measure what perception made of it, with each kind of sensors."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from adhoc_teamwork.measuring.perception.exploration import ROBOT, Exploration, Senses
from adhoc_teamwork.measuring.perception.floor import VisibleFloor
from adhoc_teamwork.measuring.perception.scoring import Tally, score
from adhoc_teamwork.measuring.perception.tour import VISITS
from adhoc_teamwork.measuring.perception.truth import Visibility, true_objects
from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.perception.recordings.frames_folder import FramesWriter
from adhoc_teamwork.simulation.houses.house import given_plan
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.sensor_noise import DEFAULT_NOISE, PERFECT

CLEAN, NOISY, ODOMETRY = "clean", "noise", "odometry"
SENSORS = {
    CLEAN: PERFECT,
    NOISY: DEFAULT_NOISE,
    ODOMETRY: replace(DEFAULT_NOISE, drift_fix=0.0),
}
"""The kinds of sensors by name: the noise is what a scenario's `noise: default` means, without any
localisation where only odometry is left."""


@dataclass(frozen=True)
class HouseRequest:
    """Hold what one house is explored with; `size` is width and height of pictures, pixels.

    Without a floor plan perception finds the rooms on its own map. With `record` the frames are
    written into folders of it, one for each house and kind of sensors.
    """

    house: Path
    robot: str
    config: Path
    size: tuple[int, int]
    sensors: tuple[str, ...]
    seed: int
    floor_plan: bool = True
    record: Path | None = None
    visits: int = VISITS


@dataclass(frozen=True)
class HouseResult:
    """Hold the figures of one house by kind of sensors; `left_out` are rooms without a way in."""

    name: str
    rooms: int
    pictures: int
    left_out: tuple[str, ...]
    tallies: dict[str, Tally]


def explorer_card(request: HouseRequest) -> RobotCard:
    """Return the card of the robot that explores, with pictures of the size asked for.

    Raises:
        ConfigError: There is no such card, or it is wrong.
    """
    card = load_card(request.robot, request.config)
    width, height = request.size
    return replace(card, body=replace(card.body, image_width=width, image_height=height))


def explore_house(request: HouseRequest, told: Callable[[int, int], None]) -> HouseResult:
    """Explore one house; `told` hears how many pictures are taken, and of how many.

    Raises:
        ConfigError: The house cannot be read, or has no floor on which the robot can drive.
    """
    house = load_house(request.house)
    exploration = Exploration(house, explorer_card(request))
    stops = sum(1 for _ in exploration.tour.stops(request.visits))
    if not stops:
        raise ConfigError(f"{request.house}: no floor on which {request.robot} can drive")
    visibility, floor = Visibility(exploration), VisibleFloor.of(exploration)
    senses = {name: Senses(exploration, SENSORS[name], request.seed) for name in request.sensors}
    beliefs = {
        name: _perception(exploration, senses[name], request.floor_plan) for name in request.sensors
    }
    stamp = 0.0
    with ExitStack() as writers:
        records = {
            name: writers.enter_context(_record(request, name, exploration, senses[name]))
            for name in (request.sensors if request.record else ())
        }
        for number, shot in enumerate(exploration.shots(request.visits), 1):
            visibility.take(shot)
            floor.take(exploration, shot)
            for name, belief in beliefs.items():
                frame = senses[name].frame(shot)
                belief.process(frame)
                if name in records:
                    records[name].add(frame)
            stamp = shot.stop.stamp
            told(number, stops)
    truth, visible = true_objects(exploration), visibility.visible()
    tallies = {
        name: score(
            belief.scene_graph(stamp),
            truth,
            visible,
            floor.agreement(belief.grid),
            {} if request.floor_plan else floor.rooms_named(belief.object_room_map(stamp), house),
        )
        for name, belief in beliefs.items()
    }
    toured = {room_id for room_id, _ in exploration.tour.rooms}
    left_out = tuple(room.room_id for room in house.rooms if room.room_id not in toured)
    return HouseResult(request.house.stem, len(house.rooms), stops, left_out, tallies)


def _perception(exploration: Exploration, senses: Senses, floor_plan: bool) -> Perception:
    """Return the belief of a robot that was given labels and, it may be, the floor plan."""
    config = PerceptionConfig() if floor_plan else PerceptionConfig(plan_wait=0.0)
    belief = Perception(ROBOT, exploration.card.capability, config)
    if floor_plan:
        belief.set_floor_plan(given_plan(exploration.house))
    belief.set_labels(senses.labels())
    return belief


@contextmanager
def _record(
    request: HouseRequest, sensors: str, exploration: Exploration, senses: Senses
) -> Iterator[FramesWriter]:
    """Write what one kind of sensors gives into a folder of frames."""
    folder = (request.record or Path()) / f"{request.house.stem}-{sensors}"
    with FramesWriter(folder, exploration.intrinsics, exploration.camera.range) as writer:
        writer.set_labels(senses.labels())
        if request.floor_plan:
            writer.set_floor_plan(given_plan(exploration.house))
        yield writer
