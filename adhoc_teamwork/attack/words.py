# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike what strangers publish, what a person types, and what asks the offline model."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.corpus.samples import CAPABILITY
from adhoc_teamwork.attack.trial.target import Strike, Target
from adhoc_teamwork.comm_bridge.chat.grammar import ChatError, read_line
from adhoc_teamwork.comm_bridge.foreign_agents.config import load_stranger
from adhoc_teamwork.comm_bridge.foreign_agents.making import make_format
from adhoc_teamwork.comm_bridge.foreign_agents.sender import StrangerSender
from adhoc_teamwork.offline_model.protocol import BadRequestError, read_request
from adhoc_teamwork.teamwork.settings.places import config_dir

_JOB = {"type": "job", "task": "move", "phase": "started", "id": 3, "why": "it was told to",
        "item": {"id": "mug-1", "kind": "Mug", "x_cm": 200, "y_cm": 310},
        "target": {"furniture": "CounterTop", "room_type": "Kitchen"}}  # fmt: skip
_STATUS = {"type": "status", "position": {"x_cm": 100, "y_cm": 200, "heading_deg": 90},
           "battery_percent": 80, "carries": "Mug"}  # fmt: skip
_SEEN = {"type": "seen", "items": [{"id": "m", "kind": "Mug", "x_cm": 1, "y_cm": 2, "z_cm": 80}]}
_SENTENCES = tuple(text.encode() for text in (
    "I successfully put mug <383> on table <130>, and they are in kitchen <56>.",
    "Now I want to put mug <369> in dishwasher <104>, and I have not found it yet.",
    "I found nothing is inside cabinet <75>. mug <3>, red cup <4>, and plate <7> are inside sink <5>.",
))  # fmt: skip
_LINES = tuple(text.encode() for text in (
    "hello all", "@tall come here", "/do move Mug CounterTop Kitchen at 1 2", "/do explore room_1",
    "/plan move Mug Bed Bedroom", "/saw Mug at 1 2 0.8 on Table in room_2 misplaced", "/done 3 it is there",
    "/yes tall go on", "/here 1.5 2.5 room_1", "/wait 3", "/need a hand", "/gone Mug at 1 2", "/team",
))  # fmt: skip


def make_targets() -> list[Target]:
    """Return a target for strangers of each format, for a person's lines, and for requests."""
    fields = tuple(json.dumps(one).encode() for one in (
        _JOB, _STATUS, _SEEN, {"type": "note", "text": "the lift is broken"},
        {"type": "job", "task": "search", "phase": "started", "id": 1, "room": "room_1"},
    ))  # fmt: skip
    request = {"model": "offline", "temperature": 0.0, "messages": [
        {"role": "system", "content": "You are a robot."}, {"role": "user", "content": "What next?"}]}  # fmt: skip
    return [
        Target("porter's fields", lambda _: _stranger("porter"), fields, (), Shape.JSON,
               evil.yaml_documents),
        Target("coela's words", lambda _: _stranger("coela"), _SENTENCES, (), Shape.TEXT, _words),
        Target("a person's line", lambda _: _read_line, _LINES, (ChatError,), Shape.TEXT, _words),
        Target("offline model's request", lambda _: _read_request, (json.dumps(request).encode(),),
               (BadRequestError,), Shape.JSON, lambda _: evil.JSON_TEXTS),
    ]  # fmt: skip


def _text(data: bytes) -> str:
    # As std_msgs/String gives it.
    return data.decode("utf-8", "replace")


def _stranger(name: str) -> Strike:
    path = config_dir() / "strangers" / f"{name}.yaml"
    form = make_format(load_stranger(path), path, None)
    speaker = StrangerSender(name, 1, CAPABILITY, lambda: 1.0)
    speaker.join()

    def strike(data: bytes) -> object:
        reading = asyncio.run(form.read(0, _String(_text(data))))
        said = speaker.speak(reading.drafts)
        for message in said:
            form.note(message)
            form.write(message)
        return said

    return strike


class _String:
    """Look like a std_msgs/String."""

    def __init__(self, data: str) -> None:
        self.data = data


def _read_line(data: bytes) -> object:
    return read_line(_text(data))


def _read_request(data: bytes) -> object:
    try:
        body = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return read_request(body)


def _words(canary: Path) -> Sequence[bytes]:
    long = (
        "/" * 100_000, "@" * 100_000, "/do move " + "a " * 50_000, "/saw Mug at " + "1 " * 50_000, "/yes " + "a" * 100_000,
        "/saw Mug at 1" + "0" * 5000 + " 1", "/done " + "9" * 5000, "/here " + "9" * 400 + " 1", "/wait 1e9", "/ x",
        "I saw " + "(1) " * 30_000, "I will put " + "the " * 30_000, "." * 100_000, "!" * 100_000, "\n" * 50_000,
        "room " * 30_000, "<" * 50_000, "mug (" + "9" * 5000 + ")",
    )  # fmt: skip
    return [text.encode("utf-8", "replace") for text in (*long, *evil.TEXTS, *evil.code(canary))]
