# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import asyncio
import json
from pathlib import Path

import pytest
from command_words import exit_code
from real_robots import TIAGO

from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.resume.__main__ import main
from adhoc_teamwork.skills.resume.telling import told_by_model
from adhoc_teamwork.skills.resume.wording import skeleton
from adhoc_teamwork.teamwork.bodies.resume import Resume
from adhoc_teamwork.teamwork.settings.config import load_config
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

CONFIG = Path(__file__).parents[3] / "config"
SMALL = CONFIG / "robots" / "small.urdf"


def test_json_that_is_written_reads_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "resume.json"
    assert main([str(SMALL), "--out", str(out)]) == 0
    resume = load_config(out, Resume)
    assert resume.mobility.max_speed == 0.6
    assert capsys.readouterr().out.strip() == resume.text
    assert main([str(SMALL)]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(out.read_text(encoding="utf-8"))
    assert [path.name for path in tmp_path.iterdir()] == ["resume.json"]


def test_questions_are_answered_with_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--stairs", "--step", "0.1", "--gap", "0.45", "--reach", "0.5", "--see", "0.3"]
    assert main([str(SMALL), *words]) == 0
    see, reach, stairs, step, gap = capsys.readouterr().out.splitlines()
    assert see.startswith("yes: ")
    assert reach == "no: small has no arm."
    assert stairs == "no: small is wheeled and climbs no stairs."
    assert step == "no: small gets up steps of 0.03 m, not of 0.10 m."
    assert gap.startswith("no: small needs 0.5")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere.urdf"], "nowhere.urdf: no such file or folder"),
        ([str(SMALL), "--see", "1", "2", "3"], "expected a height and at most a distance"),
        ([str(SMALL), "--gap", "nan"], "'nan': expected a number from 0 up"),
        ([str(SMALL), "--step", "-3"], "'-3': expected a number from 0 up"),
        ([str(SMALL), "--see", "1e300"], "expected a number from 0 to 1000"),
        ([str(SMALL), "--package", "x"], "expected NAME=FOLDER"),
        ([str(SMALL), "--llm-model", "m"], "expected both or neither"),
        ([str(SMALL), "--out", "/nowhere/at/all.json"], "expected a place to write to"),
    ],
)
def test_wrong_input_is_one_line_and_two(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(main, words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_wrong_words_are_one_line_and_two(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(SMALL), "--jump"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


class _Scripted:
    name = "scripted"
    temperature = 0.0

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.prompt: tuple[ChatMessage, ...] = ()

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        self.prompt = prompt
        return Completion(self.answer, self.name)

    async def close(self) -> None:
        return


async def _ask(answer: str) -> Resume:
    resume = load_config(CONFIG / "robots" / "small.resume.json", Resume)
    template = CONFIG / "resume" / "resume.j2"
    return await told_by_model(resume, load_robot(SMALL), _Scripted(answer), template)


def test_a_models_text_takes_the_place_of_the_rules() -> None:
    told = asyncio.run(_ask("It rolls.\n\x07 It sees   little. " + "x" * 5000))
    assert told.text.startswith("It rolls. It sees little. xxx")
    assert len(told.text) == 1500
    assert told.text_by == "scripted"
    assert told.mobility.max_speed == 0.6


def test_a_model_that_says_nothing_is_no_author() -> None:
    with pytest.raises(ModelUnavailableError, match="nothing"):
        asyncio.run(_ask(" \n"))


def test_a_model_is_shown_skeleton_and_numbers_but_no_geometry() -> None:
    model = _Scripted("It rolls.")
    resume = load_config(CONFIG / "robots" / "small.resume.json", Resume)
    asyncio.run(told_by_model(resume, load_robot(SMALL), model, CONFIG / "resume" / "resume.j2"))
    shown = model.prompt[1].content
    assert "  front_left_wheel <- continuous front_left_wheel_joint" in shown
    assert '"max_speed": 0.6' in shown
    assert "<box" not in shown


def test_a_long_skeleton_is_cut() -> None:
    assert len(skeleton(load_robot(TIAGO))) <= 6010
