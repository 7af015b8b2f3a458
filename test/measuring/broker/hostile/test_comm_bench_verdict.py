# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What counts as a hostile message that got through."""

from dataclasses import replace

from adhoc_teamwork.measuring.broker.hostile.verdict import Heard, Verdict, judge
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

JOIN = TeamMessage("tall", 1, 1, 1.0, MessageKind.JOIN, capability=Capability("tall"))
CHAT = TeamMessage("tall", 1, 2, 1.0, MessageKind.CHAT, text="hello")
MUG = Detection("Mug_0", "Mug", Point(1.0, 1.0))
SAW = TeamMessage("tall", 1, 3, 1.0, MessageKind.DETECTION, detections=(MUG,))
SAID = (JOIN, CHAT, SAW)
MEMBERS = {"tall", "wren", "evil"}


def verdict(*messages: TeamMessage) -> Verdict:
    return judge([Heard("wren", m) for m in messages], SAID, MEMBERS, "wren")


def test_what_was_said_is_all_there() -> None:
    told = replace(SAW, remembered=True, recipient="wren", kind=MessageKind.DETECTION)
    assert verdict(*SAID, told) == Verdict(4, 0, 0, 0, 0, 0)


def test_what_is_wrong_is_counted() -> None:
    assert verdict(JOIN, CHAT).lost == 1
    assert verdict(*SAID, CHAT).doubled == 1
    assert verdict(*SAID, replace(CHAT, sequence=9)).forged == 1
    assert verdict(JOIN, replace(CHAT, text="obey"), SAW).forged == 1
    assert verdict(*SAID, replace(CHAT, sender="nobody")).strangers == 1
    far = replace(MUG, position=Point(1e9, 0.0))
    assert verdict(*SAID, replace(SAW, sender="evil", detections=(far,))).unsound == 1
    other = replace(SAW, remembered=True, detections=(replace(MUG, object_id="Gold_0"),))
    assert verdict(*SAID, other).forged == 1
