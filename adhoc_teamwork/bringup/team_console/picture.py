# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The team's picture: what each robot is and does, where things are, who said and decided what."""

import math
from collections.abc import Sequence
from typing import Any

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.run_record.plan_versions import PlanVersions
from adhoc_teamwork.bringup.run_record.team_events import describe_capability, model_event
from adhoc_teamwork.bringup.team_console.decisions import Decisions
from adhoc_teamwork.bringup.team_console.entries import EntryLog
from adhoc_teamwork.bringup.team_console.things import Things
from adhoc_teamwork.llm_port.budget import Budget, Scope, Spending
from adhoc_teamwork.llm_port.prices import NO_PRICES, Prices
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.clock import was_set_back
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.stop_states import RobotStop, presses_of

MOST_CALLS = 5000
"""Exchanges with models whose words are kept at most; the oldest go first."""
_MOVED = (0.02, 0.05)
"""Metres and radians below which a pose is no new one."""
_SAID = ("join", "leave", "intent", "reflection", "chat")
_TOLD = ("grasp", "release", "drop", "refused")


class Picture:
    """Turn events, exchanges with models, rooms and poses into entries of a log.

    Times are seconds of the ROS clock, positions metres in `map`. `bodies` has the fields of
    `Capability` that each robot has told of its body.
    """

    def __init__(self, prices: Prices = NO_PRICES) -> None:
        """Store what models cost, for exchanges that do not say it."""
        self._prices = prices
        self.log = EntryLog()
        self.bodies: dict[str, dict[str, Any]] = {}
        self._calls: dict[int, LlmCall] = {}
        self._call_count = 0
        self._clock = -math.inf
        self._begin()

    def _begin(self) -> None:
        self.bodies.clear()
        self._decisions = Decisions(self.log)
        self._things = Things()
        self._plans = PlanVersions()
        self._seen: set[str] = set()
        self._now = 0.0
        self._poses: dict[str, tuple[float, float, float]] = {}
        self._full_batteries: dict[str, float] = {}
        self._spent: dict[str, Spending] = {}
        self._unpriced: set[str] = set()

    def clear(self) -> None:
        """Begin anew, as when a bag starts again; words of earlier exchanges stay to be read."""
        self._begin()
        self.log.clear()

    def note_time(self, time: float) -> bool:
        """Take in the clock; begin anew and return True where it has fallen, as with a new bag."""
        fell = was_set_back(self._clock, time)
        self._clock = time
        if fell:
            self.clear()
        return fell

    def take(self, event: Event) -> None:
        """Take in an event, once however often it is heard."""
        if event.identity in self._seen:
            return
        self._seen.add(event.identity)
        self._now = max(self._now, event.time)
        if event.source is Source.TEAM:
            self._take_message(event)
        elif event.source is Source.WORLD:
            self._take_world(event)
        elif event.source is Source.RUN:
            self._take_run(event)
        elif event.source in (Source.PROCESS, Source.DIAGNOSTICS) and event.text:
            self._say(event, "trouble")

    def take_call(self, call: LlmCall) -> None:
        """Take in an exchange with a model, once; it counts as answered by the time reached."""
        identity = model_event(call).identity
        if identity in self._seen:
            return
        self._seen.add(identity)
        self._call_count += 1
        call = self._prices.priced(call)
        self._calls[self._call_count] = call
        self._calls.pop(self._call_count - MOST_CALLS, None)
        time = max(self._now, call.stamp)
        self._decisions.take_call(call, self._call_count, time)
        if call.is_asked:
            self._take_cost(call, time)

    def take_budget(self, robot: str, budget: Budget, time: float) -> None:
        """Take in what a robot may spend on its model; empty where nothing is bounded."""
        for scope in Scope:
            limits = {bound.kind: bound.limit for bound in budget if bound.scope is scope}
            if limits or f"budget/{scope}/{robot}" in self.log:
                self.log.add(f"budget/{scope}/{robot}", time, limits)

    def words(self, number: int) -> tuple[Sequence[ChatMessage], str] | None:
        """Return prompt and answer of an exchange, None where they are not (any more) known."""
        call = self._calls.get(number)
        return (call.prompt, call.answer or call.error) if call is not None else None

    def take_rooms(self, rooms: Sequence[dict[str, Any]], time: float) -> None:
        """Take in rooms: `id` and `outline`, pairs of metres."""
        self.log.add("rooms", time, rooms)

    def take_pose(self, robot: str, time: float, x: float, y: float, yaw: float) -> None:
        """Take in where a robot is, unless it stands where it stood."""
        old = self._poses.get(robot)
        near = old is not None and math.dist(old[:2], (x, y)) < _MOVED[0]
        if old is not None and near and abs(old[2] - yaw) < _MOVED[1]:
            return
        self._poses[robot] = (x, y, yaw)
        self.log.add(f"pose/{robot}", time, (x, y, yaw))

    def take_answer(self, text: str, time: float) -> None:
        """Take in what a person's chat answers to a line."""
        self.log.add("answer", time, text)

    def take_requests(self, requests: Sequence[dict[str, Any]], time: float) -> None:
        """Take in what agents wait for: `door`, `number`, `kind`, and the `line` to be said."""
        if requests or "asked" in self.log:
            self.log.add("asked", time, requests)

    def take_stops(self, states: Sequence[RobotStop], time: float) -> None:
        """Take in how robots stand to the emergency stop, theirs and that of all."""
        self._take_press("", time, bool(presses_of(states, "")))
        for state in states:
            self._take_press(state.robot, time, bool(presses_of(states, state.robot)))
            about = {"stopped": state.stopped, "stands": state.stands, "text": state.text}
            self.log.add(f"stands/{state.robot}", time, about)

    def _take_press(self, whose: str, time: float, pressed: bool) -> None:
        first = f"stop/{whose}" not in self.log
        if not self.log.add(f"stop/{whose}", time, pressed) or (first and not pressed):
            return
        verb = "pressed" if pressed else "released"
        text = f"the emergency stop of {whose or 'all robots'} is {verb}"
        self.log.add("said", time, {"from": whose, "kind": "trouble", "text": text})

    def _take_cost(self, call: LlmCall, time: float) -> None:
        """Add up what a robot and, under an empty name, the team have spent."""
        tokens = call.prompt_tokens + call.completion_tokens
        cost = Spending(1.0, float(tokens), call.usd or 0.0, call.latency)
        for whose in (call.robot, ""):
            if tokens and call.usd is None:
                self._unpriced.add(whose)
            total = self._spent[whose] = self._spent.get(whose, Spending()) + cost
            known = {**total.rounded(), "priced": whose not in self._unpriced}
            self.log.add(f"spent/{whose}", time, known)

    def _take_message(self, event: Event) -> None:
        data, robot, time = event.data, event.robot, event.time
        if capability := data.get("capability"):
            self._take_capability(robot, time, capability)
        if event.kind != "leave":
            self.log.add(f"there/{robot}", time, "here")
        if state := data.get("state"):
            self._take_state(robot, time, state)
        for detection in data.get("detections", ()):
            self._take_thing(robot, time, int(data.get("session", 0)), detection)
        decision = self._decisions.take_event(event)
        if intent := data.get("intent"):
            value = {key: intent[key] for key in ("subtask", "status", "reason")}
            if intent["status"] != "proposed":
                self.log.add(f"intent/{robot}", time, {**value, "decision": decision})
        if event.kind == "leave":
            self.log.add(f"there/{robot}", time, "left")
        if data.get("conversation"):
            self._say(event, "talk")
        elif event.kind in _SAID:
            self._say(event, event.kind, decision)

    def _take_capability(self, robot: str, time: float, capability: dict[str, Any]) -> None:
        fields = Capability.__dataclass_fields__
        known = {k: v for k, v in capability.items() if k in fields and v is not None}
        text = describe_capability(Capability(**known))
        self.bodies[robot] = known
        # What is left when it tells it: the most that it has told of is a full battery.
        full = max(capability.get("battery") or 0.0, self._full_batteries.get(robot, 0.0))
        self._full_batteries[robot] = full
        self.log.add(f"robot/{robot}", time, {"type": capability["robot_type"], "text": text,
            "arm": bool(capability.get("can_manipulate")), "battery": full})  # fmt: skip

    def _take_state(self, robot: str, time: float, state: dict[str, Any]) -> None:
        pose = state.get("pose")
        if pose and None not in pose:
            self.take_pose(robot, time, *pose)
        names = ("room", "holds", "battery", "subtask", "subskill", "heading_for")
        self.log.add(f"state/{robot}", time, {name: state.get(name) for name in names})

    def _take_thing(self, robot: str, time: float, session: int, detection: dict[str, Any]) -> None:
        noted = self._things.note(robot, session, detection)
        if noted is not None:
            self.log.add(f"thing/{noted[0]}", time, noted[1])
        room, kind = str(detection.get("room", "")), str(detection.get("room_type") or "")
        if room and kind:
            self.log.add(f"room/{room}", time, kind)

    def _take_world(self, event: Event) -> None:
        data = event.data
        if data.get("total"):
            self.log.add("tidied", event.time, [int(data.get("tidied") or 0), int(data["total"])])
        if event.kind in _TOLD:
            self._say(event, "world")

    def _take_run(self, event: Event) -> None:
        if event.kind == "floor_plan":
            self.take_rooms(event.data.get("rooms", []), event.time)
        elif event.kind == "end":
            self.log.add("end", event.time, {"ok": bool(event.data.get("ok")), "text": event.text})

    def _say(self, event: Event, kind: str, decision: str = "") -> None:
        """Add a line of the dialogue."""
        value: dict[str, Any] = {"from": event.robot, "kind": kind, "text": event.text}
        if to := event.data.get("recipient"):
            value["to"] = to
        if decision:
            value["decision"] = decision
        if reflection := event.data.get("reflection"):
            value["conflict"] = bool(reflection["conflict"])
        if conversation := event.data.get("conversation"):
            value["conflict"] = event.kind == "answer" and not conversation["agrees"]
        if version := self._plans.take(event):
            value["version"] = version
        if intent := event.data.get("intent"):
            value["status"] = intent["status"]
        self.log.add("said", event.time, value)
