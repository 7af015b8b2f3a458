# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Record the frames of a tour through a drawn house, to be taken in again and again."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from adhoc_teamwork.measuring.perception.exploration import Exploration, Senses
from adhoc_teamwork.measuring.perception.house_run import SENSORS, HouseRequest, explorer_card
from adhoc_teamwork.perception.recordings.frames_folder import FramesWriter
from adhoc_teamwork.simulation.generation.house_generator import generate_house
from adhoc_teamwork.simulation.houses.house import given_plan
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house

ROOMS = 10
EVERY = 2
"""Of a tour's pictures every second one is taken: they still overlap by half."""


@dataclass(frozen=True)
class TourRequest:
    """Hold what is recorded, and into which empty folder; `size` is width and height, pixels."""

    folder: Path
    config: Path
    robot: str
    size: tuple[int, int]
    sensors: str
    rooms: int
    seed: int


def record_tour(request: TourRequest, told: Callable[[int, int], None]) -> int:
    """Draw a house, drive through it once, and write what the camera sees; return how many frames.

    Raises:
        ConfigError: No house came out, or the robot's card is wrong.
    """
    house_file = request.folder / "house.json"
    drawing = generate_house(request.rooms, request.seed)
    house_file.write_text(json.dumps(drawing.to_json()), encoding="utf-8")
    house = load_house(house_file)
    card = explorer_card(
        HouseRequest(house_file, request.robot, request.config, request.size, (), request.seed)
    )
    exploration = Exploration(house, card)
    stops = len(range(0, sum(1 for _ in exploration.tour.stops(1)), EVERY))
    senses = Senses(exploration, SENSORS[request.sensors], request.seed)
    reach = exploration.camera.range
    with FramesWriter(request.folder, exploration.intrinsics, reach) as writer:
        writer.set_labels(senses.labels())
        writer.set_floor_plan(given_plan(house))
        for number, shot in enumerate(islice(exploration.shots(1), 0, None, EVERY), 1):
            writer.add(senses.frame(shot))
            told(number, stops)
    return stops
