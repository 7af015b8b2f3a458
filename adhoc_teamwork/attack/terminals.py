# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the terminal: names and words of others go through whatever prints them."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import yaml
from rich.console import Console

from adhoc_teamwork.adhoc_planner.replay import command as replay
from adhoc_teamwork.adhoc_planner.replay import output, report
from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.corpus.samples import CALL, EVENTS, MESSAGES, TASK
from adhoc_teamwork.attack.trial.target import Strike, Target
from adhoc_teamwork.benchmark import cli as bench
from adhoc_teamwork.bringup.cli import main as adhoc
from adhoc_teamwork.bringup.demo_run.live import LineView
from adhoc_teamwork.bringup.run_record.ending import Ending
from adhoc_teamwork.bringup.run_record.narrator import Narrator
from adhoc_teamwork.bringup.run_record.report import build_summary, summary_lines
from adhoc_teamwork.bringup.run_record.run_statistics import RunStatistics
from adhoc_teamwork.bringup.run_record.team_events import model_event, team_event
from adhoc_teamwork.comm_bridge.chat.grammar import ChatError
from adhoc_teamwork.comm_bridge.chat.person import Person
from adhoc_teamwork.comm_bridge.watching.roster import Roster
from adhoc_teamwork.comm_bridge.watching.table import draw
from adhoc_teamwork.perception import command as perceive
from adhoc_teamwork.simulation import world_command as world
from adhoc_teamwork.simulation.tasks.task_maker import main as task
from adhoc_teamwork.skills.resume import __main__ as resume
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind
from adhoc_teamwork.teamwork.team.task import Task
from adhoc_teamwork.teamwork.text.console import say

_NAMES = ("tall", "mallory", "Mug|1", "a mug on the table", "sofa in room_2")


def make_targets() -> list[Target]:
    """Return a target for each way on which words of others reach a terminal."""
    seeds = tuple(name.encode() for name in _NAMES)

    def target(name: str, show: Callable[[str], object]) -> Target:
        def strike(data: bytes) -> object:
            return show(data.decode("utf-8", "surrogateescape").replace("\x00", ""))

        refusals = (ConfigError, ChatError, SystemExit)
        return Target(name, lambda _: strike, seeds, refusals, Shape.TEXT, _words)

    return [
        target("words of commands", _type_commands),
        target("narrated events", _narrate),
        target("summary", _sum_up),
        target("team's table", _tabulate),
        target("chat", _chat),
        target("replayed decisions", _replay),
        replace(target("a scenario's names", _chat), prepare=_prepare_scenario),
    ]


def _words(canary: Path) -> Sequence[bytes]:
    texts = [*evil.TEXTS, *evil.code(canary)]
    texts += [f"tall{c}" for c in evil.CONTROLS] + [f"{c}tall" for c in evil.CONTROLS]
    texts += [chr(n) for n in (*range(1, 32), *range(127, 160), 0xAD, 0x61C, 0x200E, 0x200F,
                               *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xE0001)]  # fmt: skip
    return [text.encode("utf-8", "surrogatepass") for text in texts]


def _type_commands(word: str) -> None:
    """Type a word where a command takes a file, a name or a number; nothing is begun by any."""
    lines: list[tuple[Callable[[Sequence[str]], int], list[str]]] = [
        (adhoc, ["timeline", word]), (adhoc, ["timeline", word, word, "--out", word]),
        (task, ["--list-misplaced", "--scenario", word]),
        (task, ["--list-misplaced", "--house", word]),
        (task, ["--list-misplaced", "--task", word]),
        (task, ["--list-misplaced", "--seed", word]),
        (adhoc, ["demo", "--discovery", f"x{word}", "--scenario", "nothing"]),
        (adhoc, [f"x{word}"]),
        (adhoc, ["chat", "--name", word, "--domain", "x"]), (adhoc, ["team", "--domain", word + "x"]),
        (replay.main, [word]), (replay.main, [word, "--robot", word]), (world.main, [word]),
        (resume.main, [word]), (perceive.main, [word]), (bench.main, [f"x{word}"]), (bench.main, ["table", word]),
    ]  # fmt: skip
    for run, words in lines:
        with contextlib.suppress(SystemExit):
            run(words)


def _as(word: str, message: TeamMessage) -> TeamMessage:
    """Return a message in which every name and word is another's."""
    named = replace(message, sender=word, recipient=word, text=word)
    if message.capability is not None:
        named = replace(named, capability=replace(message.capability, robot_type=word))
    if message.state is not None:
        state = replace(message.state, room=word, subtask=word, subskill=word, held_object=word)
        named = replace(named, state=state)
    if message.intent is not None:
        subtask = SubTask(SubTaskKind.REPLACE, word, word, word)
        intent = replace(message.intent, subtask=subtask, object_category=word, reason=word)
        named = replace(named, intent=intent)
    if message.reflection is not None:
        named = replace(named, reflection=replace(message.reflection, to=word, text=word))
    if message.detections:
        seen = tuple(
            replace(d, object_id=word, category=word, room=word, reason=word)
            for d in message.detections
        )
        named = replace(named, detections=seen)
    return named


def _messages(word: str) -> Iterator[TeamMessage]:
    return (_as(word, message) for message in MESSAGES)


def _narrate(word: str) -> None:
    narrator, view = Narrator([word]), LineView()
    events = [team_event(message) for message in _messages(word)]
    events += [model_event(replace(CALL, robot=word, stage=word, model=word, error=word))]
    events += [replace(event, robot=word, text=word) for event in EVENTS]
    for event in events:
        line = narrator.line(event)
        if line is not None:
            view.line(line, 0.0)
    view.status(word, {word: {"joined": True, "subtask": word}}, 100.0)
    view.close()


def _sum_up(word: str) -> None:
    robots = tuple(replace(robot, name=f"{word}{n}") for n, robot in enumerate(TASK.robots))
    out = tuple(replace(thing, object=word, text=word, moved_to=word) for thing in TASK.misplaced)
    told: Task = replace(TASK, scenario=word, house=word, robots=robots, misplaced=out)
    ledger = RunStatistics(told)
    for message in _messages(word):
        ledger.add(team_event(message))
    summary = build_summary(ledger, Ending(False, word, 9.0), 9.0, 3.0, 3.0)
    for line in summary_lines(summary, Path(word)):
        say(line)


def _tabulate(word: str) -> None:
    roster = Roster()
    for message in _messages(word):
        roster.hear(message)
    roster.note("broker", 0, word, {"relayed": word, "gone": word})
    roster.note(f"{word}: planner", 2, word, {"note": word})
    Console(file=sys.stdout, width=170).print(draw(roster, 9.0, 1))


def _chat(word: str) -> None:
    person = Person("operator", 1, lambda: 0.0)
    for message in _messages(word):
        say(person.hear(message))
    for line in ("/team", "/plans", f"@{word} hello", f"/no {word} why", f"/{word}"):
        try:
            shown = person.enter(line).lines
        except ChatError as error:
            shown = (str(error),)
        for one in shown:
            say(one)


def _replay(word: str) -> None:
    output.say(report.summary_line(word, ()))


def _prepare_scenario(folder: Path) -> Strike:
    folder.mkdir(parents=True)
    path = folder / "scenario.yaml"
    source = config_dir() / "scenarios" / "late_helper.yaml"
    scenario = yaml.safe_load(source.read_text(encoding="utf-8"))

    def strike(data: bytes) -> object:
        word = data.decode("utf-8", "replace").replace("\x00", "")
        for place in ("name", "card", "object", "text"):
            changed = json.loads(json.dumps(scenario))
            for item in (*changed["robots"], *changed["misplaced"]):
                if place in item:
                    item[place] = word
            path.write_text(json.dumps(changed), encoding="utf-8")
            with contextlib.suppress(SystemExit):
                task(["--list-misplaced", "--scenario", str(path)])
        return None

    return strike
