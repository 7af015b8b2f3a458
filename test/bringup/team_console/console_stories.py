# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A small run for the console's tests: two robots, one decision with an objection."""

import dataclasses
import json
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.run_record.team_events import floor_plan_event, model_event, team_event
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence, Room
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)

ROOMS = (
    Room("room_0", ((0.0, 0.0), (4.0, 0.0), (4.0, 5.0), (0.0, 5.0))),
    Room("room_1", ((4.0, 0.0), (9.0, 0.0), (9.0, 5.0), (4.0, 5.0))),
)
FETCH = SubTask(
    SubTaskKind.REPLACE, room_type="Kitchen", object_id="Mug_0", receptacle_type="CounterTop"
)
LOOK = SubTask(SubTaskKind.EXPLORE, room_id="room_1")
ANSWER = f"[analysis] The mug is near.\n[result]\n1. {FETCH}\n2. {LOOK}"
SCRIPT = "<script>document.title='hijacked'</script>"
"""What a teammate may say: it must stay text."""


class Run:
    """Collect events and exchanges in the order in which they are heard."""

    def __init__(self) -> None:
        self.heard: list[Event | LlmCall] = []
        self._numbers: dict[str, int] = {}

    def say(self, robot: str, time: float, kind: MessageKind, **parts: Any) -> None:
        self._numbers[robot] = self._numbers.get(robot, 0) + 1
        message = TeamMessage(robot, 1, self._numbers[robot], time, kind, **parts)
        self.heard.append(team_event(message))

    def join(self, robot: str, time: float, **body: Any) -> None:
        capability = Capability(f"{robot} robot", battery=100.0, **body)
        self.say(robot, time, MessageKind.JOIN, capability=capability)

    def state(self, robot: str, time: float, x: float, y: float = 1.0, **parts: Any) -> None:
        state = RobotState(Pose(x, y), battery=50.0, **parts)
        self.say(robot, time, MessageKind.STATE, state=state)

    def intend(
        self, robot: str, time: float, number: int, status: IntentStatus, subtask: SubTask
    ) -> None:
        intent = Intent(number, status, subtask, reason="It is near.")
        self.say(robot, time, MessageKind.INTENT, intent=intent)

    def reply(
        self, robot: str, time: float, to: str, number: int, conflict: bool, text: str
    ) -> None:
        answer = Reflection(to, number, conflict, text=text)
        self.say(robot, time, MessageKind.REFLECTION, recipient=to, reflection=answer)

    def ask(
        self, robot: str, time: float, number: int, stage: str, answer: str, **parts: Any
    ) -> None:
        prompt = (ChatMessage("system", "You plan."), ChatMessage("user", f"What about {SCRIPT}?"))
        self.heard.append(
            LlmCall(time, robot, number, stage, "offline", 0.0, prompt, answer, **parts)
        )

    def write(self, folder: Path) -> Path:
        events = [model_event(h) if isinstance(h, LlmCall) else h for h in self.heard]
        calls = [h for h in self.heard if isinstance(h, LlmCall)]
        folder.mkdir()
        (folder / "events.jsonl").write_text("".join(e.to_json() + "\n" for e in events))
        lines = [json.dumps(dataclasses.asdict(call)) + "\n" for call in calls]
        (folder / "llm_calls.jsonl").write_text("".join(lines))
        return folder


def mug(
    x: float, status: Presence = Presence.PRESENT, name: str = "Mug_0", **parts: Any
) -> Detection:
    return Detection(
        name, "Mug", Point(x, 2.0, 0.8), Size(0.1, 0.1, 0.1), "room_0", "Kitchen",
        receptacle_category="Sofa", misplaced=Misplaced.YES, reason="cups are kept in kitchens",
        status=status, **parts,
    )  # fmt: skip


def a_run() -> Run:
    """Return a run in which `cart` objects to the first plan of `dog`, which then takes another."""
    run = Run()
    run.heard.append(floor_plan_event(0.0, ROOMS))
    run.heard.append(Event(0.0, Source.WORLD, "task", data={"tidied": 0, "total": 1}))
    run.join("dog", 1.0, can_manipulate=True)
    run.join("cart", 2.0)
    run.state("dog", 3.0, 1.0, subskill="Explore")
    run.state("cart", 3.0, 6.0, subtask="Explore <room_1>")
    run.say("dog", 4.0, MessageKind.DETECTION, detections=(mug(2.0),))
    run.ask("dog", 4.0, 1, "generate", ANSWER)
    run.state("dog", 6.0, 1.5)
    run.ask("dog", 6.0, 2, "rank", f"[result]\n1. {LOOK}\n2. {FETCH}", error="", attempt=1)
    run.intend("dog", 7.0, 1, IntentStatus.PROPOSED, LOOK)
    run.reply("cart", 7.5, "dog", 1, True, f"I do this already. {SCRIPT}")
    run.ask("dog", 7.6, 3, "reflect", "[analysis] cart does it.\n[judgement] no")
    run.intend("dog", 8.0, 1, IntentStatus.ABANDONED, LOOK)
    run.intend("dog", 8.0, 2, IntentStatus.PROPOSED, FETCH)
    run.reply("cart", 8.2, "dog", 2, False, "")
    run.ask("dog", 8.3, 4, "reflect", "[analysis] Nobody objects.\n[judgement] yes")
    run.intend("dog", 9.0, 2, IntentStatus.ADOPTED, FETCH)
    run.state("dog", 9.5, 2.0, subtask=str(FETCH), subskill="GoToObject <Mug_0>")
    run.ask("dog", 10.0, 5, "generate", ANSWER)
    run.state("dog", 20.0, 2.0, held_category="Mug", subtask=str(FETCH))
    run.say("dog", 20.0, MessageKind.DETECTION, detections=(mug(2.3, Presence.HELD),))
    run.say("cart", 22.0, MessageKind.CHAT, text=f"Well done. {SCRIPT}")
    run.intend("dog", 30.0, 2, IntentStatus.DONE, FETCH)
    run.heard.append(
        Event(30.0, Source.WORLD, "release", "dog", "dog put Mug", {"tidied": 1, "total": 1})
    )
    run.say("cart", 31.0, MessageKind.LEAVE, text="battery")
    return run
