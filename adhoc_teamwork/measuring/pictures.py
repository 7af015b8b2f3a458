# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Measure what small pictures of things add to the questions what is out of place.

    python -m adhoc_teamwork.measuring.pictures --houses config/houses/two_rooms.json

A robot tours houses of the simulator; its perception cuts things out, its judge asks as on robots,
and nobody answers but that all is in place. No model is asked: what a picture costs is what each
kind of model is said to count for one of that size.
"""

import asyncio
import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from PIL import Image

from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.belief.pictures import Pictures
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.answers import Placement
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet, load_prompts
from adhoc_teamwork.benchmark.tasks.house_files import find_houses
from adhoc_teamwork.benchmark.terminal.markdown import table
from adhoc_teamwork.measuring.perception.exploration import ROBOT, Exploration, Senses
from adhoc_teamwork.perception.frames.crops import Cutter
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.simulation.houses.house import given_plan
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.teamwork.crop import jpeg_of
from adhoc_teamwork.teamwork.default_task import TIDY_UP
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.settings.command_line import DONE, Parser, ended
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.settings.sensor_noise import DEFAULT_NOISE
from adhoc_teamwork.teamwork.task_folders import task_folder
from adhoc_teamwork.teamwork.team.llm_call import (
    MOST_PICTURES,
    ChatMessage,
    without_pictures,
)
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.text.tables import PlainConsole

PROGRAM = "python -m adhoc_teamwork.measuring.pictures"
_CARD = "quadruped"
_EVERY = 5
"""Pictures of the camera between two looks for what is to be judged."""
_CHARACTERS_PER_TOKEN = 4
_FIXED, _PATCH, _AREA = 85, 28, 750


@dataclass(frozen=True)
class Asked:
    """Hold one question: tokens of its text, and each of its pictures as width, height, bytes."""

    text: float
    with_words: float
    pictures: tuple[tuple[int, int, int], ...]


def questions(house: Path, most: int, seed: int) -> list[Asked]:
    """Return the questions of a robot that tours a house, with at most `most` pictures each."""
    exploration = Exploration(load_house(house), load_card(_CARD, config_dir()))
    senses = Senses(exploration, DEFAULT_NOISE, seed)
    belief = Perception(ROBOT, exploration.card.capability)
    belief.set_floor_plan(given_plan(exploration.house))
    belief.set_labels(senses.labels())
    pictures, cutter = Pictures(most), Cutter(most)
    prompts = load_prompts(task_folder(TIDY_UP, config_dir()))
    opinion = _AllInPlace(prompts)
    judge = Judge(opinion)
    for number, shot in enumerate(exploration.shots(), 1):
        frame = senses.frame(shot)
        belief.process(frame)
        for crop in cutter.cut(frame, shot.picture.rgb, belief.small_shown):
            pictures.take(crop)
        if number % _EVERY:
            continue
        graph = belief.scene_graph(frame.stamp)
        due = judge.due(graph.objects, frame.stamp)
        if due:
            view = PlannerView(
                robot=ROBOT,
                now=frame.stamp,
                joined_at=0.0,
                capability=exploration.card.capability,
                state=RobotState(Pose(0.0, 0.0)),
                current_objects=(),
                known_objects=graph.objects,
                rooms=graph.rooms,
                teammates=(),
                messages=(),
                pictures=pictures,
            )
            asyncio.run(judge.judge(view, due))
    return [_asked(prompt) for prompt in opinion.prompts]


class _AllInPlace:
    """Keep questions, and hold all things to be in place."""

    def __init__(self, prompts: PromptSet) -> None:
        self._prompts = prompts
        self.prompts: list[tuple[ChatMessage, ...]] = []

    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> Sequence[Placement]:
        """Return that each is in place."""
        self.prompts.append(self._prompts.judge(view, items))
        return [Placement(item.object_id, False, "", "", "") for item in items]


def _asked(prompt: tuple[ChatMessage, ...]) -> Asked:
    shown = []
    for message in prompt:
        for address in message.pictures:
            jpeg = jpeg_of(address)
            shown.append((*Image.open(io.BytesIO(jpeg)).size, len(jpeg)))
    return Asked(_tokens(without_pictures(prompt)), _tokens(prompt), tuple(shown))


def _tokens(prompt: tuple[ChatMessage, ...]) -> float:
    return sum(len(message.content) for message in prompt) / _CHARACTERS_PER_TOKEN


def costs(width: int, height: int) -> tuple[float, float, float]:
    """Return the tokens of a picture as the three kinds of models count them that docs name."""
    patches = -(-width // _PATCH) * -(-height // _PATCH)
    return float(_FIXED), float(patches), width * height / _AREA


def rows(asked: Sequence[Asked]) -> list[list[str]]:
    """Return the figures of questions, one a row."""
    shown = [picture for one in asked for picture in one.pictures]
    if not shown:
        return [["questions", str(len(asked))], ["pictures", "0"]]
    text = mean(one.text for one in asked)
    words = mean(one.with_words - one.text for one in asked)
    sides = sorted(max(width, height) for width, height, _ in shown)
    sizes = sorted(size for *_, size in shown)
    found = [
        ["questions", str(len(asked))],
        ["pictures a question", f"{len(shown) / len(asked):.1f}"],
        [
            "longer side, pixels: half of them, the largest",
            f"{sides[len(sides) // 2]}, {sides[-1]}",
        ],
        ["bytes: half of them, the largest", f"{sizes[len(sizes) // 2]}, {sizes[-1]}"],
        ["tokens a question, text alone", f"{text:.0f}"],
        ["words about the pictures add", f"{words:.0f}"],
    ]
    for name, column in (
        ("85 each (GPT-4o, detail low)", 0),
        ("patches of 28 pixels (Qwen2.5-VL)", 1),
        ("a 750th of the pixels (Claude)", 2),
    ):
        more = sum(costs(width, height)[column] for width, height, _ in shown) / len(asked)
        share = 100.0 * (more + words) / text
        found.append([f"pictures add, {name}", f"{more:.0f} (in all {share:+.0f} %)"])
    return found


def run(words: Sequence[str]) -> int:
    """Print the table and return 0."""
    options = _parser().parse_args(words)
    houses = find_houses(options.houses)
    asked = [
        question for house in houses for question in questions(house, options.most, options.seed)
    ]
    console = PlainConsole(highlight=False)
    console.print(
        f"{', '.join(house.stem for house in houses)}, at most {options.most} pictures a question",
        markup=False,
        soft_wrap=True,
    )
    console.print(table(["figure", "value"], rows(asked), texts=2), markup=False, soft_wrap=True)
    return DONE


def _parser() -> Parser:
    parser = Parser(
        prog=PROGRAM, description="Measure what pictures add to the questions what is out of place."
    )
    parser.add_argument("--houses", type=Path, nargs="+", required=True, metavar="FILE",
        help="houses in ProcTHOR's format, or folders of them")  # fmt: skip
    parser.add_argument("--most", type=whole_number(1, MOST_PICTURES), default=4, metavar="N",
        help="pictures of a question (default 4)")  # fmt: skip
    parser.add_argument("--seed", type=whole_number(), default=0, metavar="N",
        help="of the sensors' noise (default 0)")  # fmt: skip
    return parser


if __name__ == "__main__":
    sys.exit(ended(PROGRAM, lambda: run(sys.argv[1:])))
