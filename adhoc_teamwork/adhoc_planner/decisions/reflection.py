# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a robot answers a teammate's proposal: at once and without a model (section IV-D.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.belief.claims import Claim, same_target
from adhoc_teamwork.adhoc_planner.prompt_context.visibility import TABLES, sights
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.same_object import same_place
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, Reflection, SubTaskKind

_MOST_DETECTIONS, _MOST_IN_THE_WAY = 12, 16


@dataclass(frozen=True)
class Knowledge:
    """Hold what an answer draws on.

    `claims` are this robot's open and finished intents, `explored` ids of rooms it has explored,
    `objects` what it knows of; `proposer` is None where the proposer has not said what it is. What
    was found before is told `in_answers_only` where who joins is told no history. What is in the
    way of a hand is told where things take up room.
    """

    robot: str
    claims: Sequence[Claim]
    explored: tuple[str, ...]
    objects: Sequence[Detection]
    capability: Capability
    proposer: Capability | None = None
    in_answers_only: bool = False
    things_take_room: bool = False

    @property
    def sees_all(self) -> bool:
        """Tell whether the proposer would see nothing in a room that this robot has not seen."""
        return self.proposer is None or not sights(self.proposer) - sights(self.capability)


def reflect(
    knowledge: Knowledge, proposer: str, proposal: Intent, stamp: float
) -> tuple[Reflection, tuple[Detection, ...]]:
    """Return the answer to `proposal`, made at `stamp` (s), and the detections that go with it.

    Where two robots propose the same at once, the earlier keeps it, and of equal stamps the first
    by name: each side finds the same winner from the same two messages.
    """
    objection = _objection(knowledge, proposer, proposal, stamp)
    detections = _relevant(knowledge, proposal)
    sentences = [objection or _remark(knowledge, proposal), _observation(proposal, detections)]
    answer = Reflection(
        to=proposer,
        intent_id=proposal.intent_id,
        conflict=bool(objection),
        explored_rooms=knowledge.explored,
        text=" ".join(sentence for sentence in sentences if sentence),
    )
    return answer, detections


def outranks(stamp: float, name: str, other_stamp: float, other_name: str) -> bool:
    """Tell whether a claim made at `stamp` by `name` goes before another: earlier, then by name."""
    return (stamp, name) < (other_stamp, other_name)


def _objection(knowledge: Knowledge, proposer: str, proposal: Intent, stamp: float) -> str:
    subtask = proposal.subtask
    if _has_explored(knowledge, proposal) and knowledge.sees_all:
        return f"I have explored {subtask.room_id}."
    for claim in knowledge.claims:
        status = claim.intent.status
        if not same_target(claim.intent, proposal):
            continue
        if subtask.kind is SubTaskKind.EXPLORE and not knowledge.sees_all:
            continue
        if status is IntentStatus.ADOPTED:
            return f"I am doing {claim.intent.subtask} already."
        replaced = status is IntentStatus.DONE and subtask.is_about_object
        if replaced and not _there_again(knowledge.objects, proposal):
            return f"I have done {claim.intent.subtask}."
        if status is IntentStatus.PROPOSED and outranks(
            claim.stamp, knowledge.robot, stamp, proposer
        ):
            return f"I proposed {claim.intent.subtask} before you did."
    return ""


def _has_explored(knowledge: Knowledge, proposal: Intent) -> bool:
    subtask = proposal.subtask
    return subtask.kind is SubTaskKind.EXPLORE and subtask.room_id in knowledge.explored


def _remark(knowledge: Knowledge, proposal: Intent) -> str:
    if not _has_explored(knowledge, proposal):
        return ""
    height = knowledge.capability.camera_height
    return (
        f"I have explored {proposal.subtask.room_id} with my camera {height:.1f} m above the "
        "floor; from another height you may see what I could not."
    )


def _there_again(objects: Sequence[Detection], proposal: Intent) -> bool:
    """Tell whether an object that was dealt with is known to be out of place there once more."""
    return any(
        o.status is Presence.PRESENT and o.misplaced is Misplaced.YES and _is_meant(o, proposal)
        for o in objects
    )


def _relevant(knowledge: Knowledge, proposal: Intent) -> tuple[Detection, ...]:
    """Return what is known of the object and its target, or of the room to be explored.

    Where histories come in answers alone, all that is still to be put right goes along: who joined
    late cannot ask for what it does not know of (paper section IV-D.3).
    """
    subtask, objects = proposal.subtask, knowledge.objects
    if subtask.kind is SubTaskKind.EXPLORE:
        found = [
            o
            for o in objects
            if o.room == subtask.room_id and (o.misplaced is Misplaced.YES or o.is_receptacle)
        ]
    elif subtask.is_about_object:
        wanted = subtask.receptacle_type.casefold()
        found = [
            o
            for o in objects
            if (_is_meant(o, proposal) and not _is_hearsay(knowledge, o))
            or (o.is_receptacle and o.category.casefold() == wanted)
        ]
    else:
        found = _out_of_place(objects)
    asked_for = {o.object_id for o in found}
    told = list(found)
    if knowledge.in_answers_only:
        told += (o for o in _out_of_place(objects) if o.object_id not in asked_for)
    told.sort(
        key=lambda o: (
            o.misplaced is not Misplaced.YES, o.object_id not in asked_for, o.object_id
        )
    )  # fmt: skip
    del told[_MOST_DETECTIONS:]
    if knowledge.things_take_room and subtask.is_about_object:
        told += _in_the_way(knowledge, proposal, told)
    return tuple(told)


def _in_the_way(
    knowledge: Knowledge, proposal: Intent, told: Sequence[Detection]
) -> list[Detection]:
    """Return what stands on the furniture that is told of, nearest to the object first.

    An arm runs into what the camera below it does not show: that is told by who looks down on it.
    """
    proposer, place = knowledge.proposer, proposal.object_position
    if proposer is None or TABLES not in sights(knowledge.capability) - sights(proposer):
        return []
    known = {o.object_id for o in told}
    away = {
        o.object_id: 0.0 if place is None else place.planar_distance_to(o.position)
        for o in told
        if o.is_receptacle
    }
    found = [
        o
        for o in knowledge.objects
        if o.receptacle in away
        and o.object_id not in known
        and o.status is Presence.PRESENT
        and o.is_first_hand(knowledge.robot)
    ]
    found.sort(key=lambda o: (away[o.receptacle], o.object_id))
    return found[:_MOST_IN_THE_WAY]


def _is_hearsay(knowledge: Knowledge, thing: Detection) -> bool:
    """Tell whether a thing is in place to this robot by what others told of it alone.

    Whoever asks has been told the same and judges as well: such votes say nothing of the thing.
    """
    return thing.misplaced is Misplaced.NO and not thing.is_first_hand(knowledge.robot)


def _out_of_place(objects: Sequence[Detection]) -> list[Detection]:
    return [o for o in objects if o.misplaced is Misplaced.YES and o.status is Presence.PRESENT]


def _is_meant(detection: Detection, proposal: Intent) -> bool:
    if detection.category.casefold() != proposal.object_category.casefold():
        return False
    place = proposal.object_position
    return place is not None and same_place(detection.position, place)


def _observation(proposal: Intent, detections: tuple[Detection, ...]) -> str:
    misplaced = [o for o in detections if o.misplaced is Misplaced.YES]
    if misplaced:
        seen = ", ".join(
            f"{o.object_id} on {o.receptacle_category or 'an unknown place'} "
            f"({o.status.name.lower()})"
            for o in misplaced[:3]
        )
        return f"Out of place, as far as I know: {seen}."
    if proposal.subtask.is_about_object and detections:
        return f"I know {', '.join(o.object_id for o in detections[:3])}."
    return ""
