# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike a broker and a robot's radio with bytes as they may come over the wire."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adhoc_interfaces.msg import SceneGraph, TeamReceipt
from rclpy.serialization import deserialize_message, serialize_message

from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.corpus.samples import MESSAGES, ROBOT
from adhoc_teamwork.attack.trial.outcome import Outcome
from adhoc_teamwork.attack.trial.target import Harmed, Strike, Target
from adhoc_teamwork.comm_bridge.broker.log_writer import LogWriter
from adhoc_teamwork.comm_bridge.broker.relay import Relay
from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame
from adhoc_teamwork.comm_bridge.radio_link.receipt import Receipt
from adhoc_teamwork.comm_bridge.ros.coding import encode, encode_all
from adhoc_teamwork.comm_bridge.ros.conversions import receipt_from_ros
from adhoc_teamwork.comm_bridge.rules import KindRules
from adhoc_teamwork.measuring.broker.hostile.attacks import Attacker
from adhoc_teamwork.measuring.broker.ros.hostile_samples import hostile_receipt, hostile_samples
from adhoc_teamwork.teamwork.ros.conversions.scene import scene_graph_from_ros
from adhoc_teamwork.teamwork.ros.conversions.team import (
    team_message_from_bytes,
    team_message_to_ros,
)
from adhoc_teamwork.teamwork.team.message import TeamMessage

_WITNESS = "tall"
_CORPUS = 3000


def make_targets() -> list[Target]:
    """Return a target for messages, one for receipts, and one for scene graphs."""
    messages = tuple(bytes(serialize_message(team_message_to_ros(m))) for m in MESSAGES)
    draw = random.Random(0)
    receipts = tuple(hostile_receipt(ROBOT, (_WITNESS,), 1, draw) for _ in range(20))
    return [
        Target("TeamMessage", lambda _: _broker(), messages, (), Shape.BYTES, _messages),
        Target("TeamReceipt", lambda _: _receipts(), receipts, (), Shape.BYTES),
        Target("SceneGraph", lambda _: _read_graph, (bytes(serialize_message(SceneGraph())),), (),
               Shape.BYTES),
    ]  # fmt: skip


def _messages(canary: Path) -> Sequence[bytes]:
    del canary
    attacker = Attacker(hostile_samples(ROBOT, 5), ("another",), 1)
    return [frame for _, frame in attacker.frames(_CORPUS)]


class _Told:
    """Take what a broker tells its robots: nobody may be heard in another's name."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []

    def tell_all(self, frame: Frame) -> None:
        self.frames.append(frame)

    def tell(self, robot: str, frame: Frame) -> None:
        del robot
        self.frames.append(frame)


def _broker() -> Strike:
    rules, told = KindRules(), _Told()
    relay = Relay(told, team_message_from_bytes, rules)
    digest = LogWriter(team_message_from_bytes, rules)
    relay.add_member(_WITNESS)
    clock = 0.0

    def strike(data: bytes) -> object:
        nonlocal clock
        # No flood: each is a message that would pass if it were sound.
        clock += 5.0
        told.frames.clear()
        relay.take(ROBOT, data, clock)
        relay.tick(clock)
        items = [relay.handed.popleft() for _ in range(len(relay.handed))]
        outcome = digest.process(items)
        relay.commit(outcome.committed, clock)
        for frame in told.frames:
            _see(frame)
        encode_all(digest.remembered_for(_WITNESS)[-3:])
        return outcome

    return strike


def _see(frame: Frame) -> None:
    if frame.head.sender != ROBOT:
        said = f"heard in the name of {frame.head.sender!r}"
        raise Harmed(Outcome.EXECUTED, said)
    try:
        message: TeamMessage = team_message_from_bytes(frame.data)
    except ValueError:
        # What is not checked first is passed on as it is; whoever hears it drops it.
        return
    encode(message)


def _receipts() -> Strike:
    relay = Relay(_Told(), team_message_from_bytes)
    clock = 0.0

    def strike(data: bytes) -> object:
        nonlocal clock
        clock += 1.0
        receipt = _read_receipt(data)
        if receipt is not None:
            relay.take_receipt(ROBOT, receipt, clock, clock)
            relay.tick(clock)
        relay.forget_absent(clock)
        return relay.roll(clock)

    return strike


def _read_receipt(data: bytes) -> Receipt | None:
    message = _decoded(data, TeamReceipt)
    try:
        return None if message is None else receipt_from_ros(message)
    except ValueError:
        return None


def _read_graph(data: bytes) -> object:
    message = _decoded(data, SceneGraph)
    try:
        return None if message is None else scene_graph_from_ros(message)
    except ValueError:
        return None


def _decoded(data: bytes, kind: Any) -> Any:
    """Return a message, or None where the middleware refuses it as it does on a subscription."""
    try:
        return deserialize_message(data, kind)
    except (RuntimeError, ValueError):
        return None
