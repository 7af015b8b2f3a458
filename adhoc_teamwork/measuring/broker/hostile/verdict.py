# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether hostile messages got through: forged, unsound, twice, or in place of honest ones."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from adhoc_teamwork.comm_bridge.broker.validation import find_fault
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage


@dataclass(frozen=True)
class Heard:
    """Hold a message that one robot heard."""

    robot: str
    message: TeamMessage


@dataclass(frozen=True)
class Verdict:
    """Count what should not have been heard, and what should have been and was not."""

    heard: int
    strangers: int
    forged: int
    unsound: int
    doubled: int
    lost: int


def judge(
    heard: Sequence[Heard],
    said: Iterable[TeamMessage],
    members: Collection[str],
    witness: str,
) -> Verdict:
    """Compare what robots heard with what the honest robot said.

    Args:
        heard: All that was heard, by whom.
        said: What the honest robot said, in full.
        members: The names of all that are in the team.
        witness: The robot that has to have heard all of `said`.
    """
    honest = {message.identity: message for message in said}
    speaker = next(iter(honest), ("", 0, 0))[0]
    identities = Counter(
        (one.robot, one.message.identity) for one in heard if not one.message.remembered
    )
    messages = [one.message for one in heard]
    had = {one.message.identity for one in heard if one.robot == witness}
    return Verdict(
        heard=len(heard),
        strangers=sum(message.sender not in members for message in messages),
        forged=sum(m.sender == speaker and not _is_said(m, honest) for m in messages),
        unsound=sum(_is_unsound(message) for message in messages),
        doubled=sum(count - 1 for count in identities.values()),
        lost=sum(m.identity not in had for m in honest.values() if m.recipient in ("", witness)),
    )


def _is_said(message: TeamMessage, honest: dict[tuple[str, int, int], TeamMessage]) -> bool:
    """Tell whether a message is what was said; one that is repeated may have lost parts."""
    original = honest.get(message.identity)
    if original is None:
        return False
    if not message.remembered:
        return (message.kind, message.text, message.intent) == (
            original.kind, original.text, original.intent,
        )  # fmt: skip
    objects = {d.object_id for d in original.detections}
    return message.intent in (None, original.intent) and all(
        d.object_id in objects for d in message.detections
    )


def _is_unsound(message: TeamMessage) -> bool:
    # What is repeated may have lost the part that went with its kind.
    kind = MessageKind.CHAT if message.remembered else message.kind
    text = message.text or "-" if message.remembered else message.text
    told = replace(message, remembered=False, kind=kind, text=text)
    return find_fault(message.sender, told) is not None
