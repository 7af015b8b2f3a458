# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Choose the events that people want to read, and word them as lines."""

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.run_record.team_events import VERBS
from adhoc_teamwork.teamwork.rate_limit import RateLimit
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTaskKind

WITH_REASON = (IntentStatus.FAILED, IntentStatus.ABANDONED)
MODEL_FAILURE_PAUSE = 20.0
"""Seconds of simulated time for which further failures of one robot's model are not told."""
CHAT_RATE, CHAT_BURST = 0.2, 10
"""Words of one robot that are told a second of simulated time in the long run, and at once."""


class Narrator:
    """Turn events into lines, leaving out what was told already."""

    def __init__(self, names: list[str]) -> None:
        self._width = max([len(name) for name in names] + [5])
        self._sessions: dict[str, int] = {}
        self._adopted: set[tuple[str, int, int]] = set()
        self._stopped: set[str] = set()
        self._found: set[tuple[str, str, str]] = set()
        self._model_failed: dict[str, float] = {}
        self._chats: dict[str, RateLimit] = {}
        self._talkative: set[str] = set()

    def line(self, event: Event) -> str | None:
        """Return the line for an event, or None where it is not worth one."""
        text = self._text(event)
        if not text:
            return None
        who = event.robot or "house"
        return f"{event.time:7.1f} s  {who:<{self._width}}  {text.removeprefix(f'{who} ')}"

    def _text(self, event: Event) -> str:
        if event.source is Source.TEAM:
            return self._team_text(event)
        if event.source is Source.MODEL:
            return self._model_text(event)
        if event.source is Source.WORLD and event.kind in ("spawn", "task"):
            done = event.kind == "task" and event.data["tidied"] >= event.data["total"] > 0
            return event.text if done else ""
        return event.text

    def _team_text(self, event: Event) -> str:
        if event.kind == "join":
            return self._join_text(event)
        if event.kind == "intent":
            return self._intent_text(event)
        if event.kind == "reflection":
            found = self._findings(event)
            objection = event.text if event.data["reflection"]["conflict"] else ""
            return objection or found
        if event.kind == "detection":
            return self._findings(event)
        if event.kind == "chat":
            return self._chat_text(event)
        if "conversation" in event.data:
            return self._chat_text(event)
        return event.text if event.kind == "leave" else ""

    def _chat_text(self, event: Event) -> str:
        """Tell what a robot says, but not all of it where it never ends."""
        limit = self._chats.setdefault(event.robot, RateLimit(CHAT_RATE, CHAT_BURST))
        if limit.take(event.time):
            self._talkative.discard(event.robot)
            return event.text
        if event.robot in self._talkative:
            return ""
        self._talkative.add(event.robot)
        return "says more than is told here"

    def _join_text(self, event: Event) -> str:
        session = int(event.data.get("session", 0))
        known = self._sessions.get(event.robot)
        self._sessions[event.robot] = session
        if known is None:
            return event.text
        return "is back after a restart of its planner" if session != known else ""

    def _intent_text(self, event: Event) -> str:
        """Tell of what a robot takes up and how that ends; of stopping once, until it goes on."""
        intent = event.data["intent"]
        status, subtask = IntentStatus[intent["status"].upper()], intent["subtask"]
        mine = (event.robot, event.data["session"], intent["id"])
        adopted = status is IntentStatus.ADOPTED
        if not adopted and (mine not in self._adopted or status is IntentStatus.PROPOSED):
            return ""
        self._adopted.add(mine)
        if intent["subtask_kind"] == SubTaskKind.STOP:
            again = event.robot in self._stopped
            self._stopped.add(event.robot)
            return "" if again or not adopted else "stops: nothing left that it could do"
        self._stopped.discard(event.robot)
        why = f" ({intent['reason']})" if status in WITH_REASON and intent["reason"] else ""
        return f"{VERBS[status]} {subtask}{why}"

    def _findings(self, event: Event) -> str:
        """Name the objects out of place that nobody has told of before."""
        texts = []
        for detection in event.data.get("detections", ()):
            place = (detection["category"], detection["room"], detection["on"])
            if not detection["misplaced"] or detection["status"] != "present":
                continue
            if place in self._found:
                continue
            self._found.add(place)
            where = " ".join(
                [f"on {detection['on']}"] * bool(detection["on"])
                + [f"in {detection['room']}"] * bool(detection["room"])
            )
            why = f" ({detection['reason']})" if detection["reason"] else ""
            texts.append(f"finds {detection['category']} {where} out of place{why}")
        return "; ".join(texts)

    def _model_text(self, event: Event) -> str:
        last = self._model_failed.get(event.robot)
        if not event.text or (last is not None and event.time - last < MODEL_FAILURE_PAUSE):
            return ""
        self._model_failed[event.robot] = event.time
        return event.text
