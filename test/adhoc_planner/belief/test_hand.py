# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the hand holds, felt, recalled and explained."""

from dataclasses import replace

from agent_pieces import REPLACE, judge, mug
from scripted_model import Clock
from small_world import ARM

from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.belief.hand import GRACE, UNKNOWN, Hand, Recall
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Presence, SceneGraph
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState


def hand_of(clock: Clock) -> tuple[Hand, Belief]:
    judging, _ = judge()
    belief = Belief("alpha", ARM, judging)
    belief.pose = Pose(0.0, 0.0)
    belief.graph = SceneGraph(clock(), objects=(mug(),))
    return Hand(belief), belief


def test_a_hand_that_loses_what_it_holds_is_noticed_after_a_grace() -> None:
    hand, belief = hand_of(Clock())
    hand.feel(False, 0.0)
    hand.took("Mug_0", 10.0)
    assert belief.object("Mug_0").status is Presence.HELD  # type: ignore[union-attr]
    assert not hand.has_dropped(10.5)
    hand.feel(True, 10.6)
    assert not hand.has_dropped(20.0)
    hand.feel(False, 20.0)
    assert not hand.has_dropped(20.5)
    assert hand.has_dropped(20.0 + GRACE)


def held_id(belief: Belief) -> str:
    return belief.held[0].object_id if belief.held else ""


def test_a_full_hand_is_explained_by_last_words_then_by_the_graph() -> None:
    hand, belief = hand_of(Clock())
    hand.feel(True, 0.0)
    assert hand.is_unexplained(0.0)
    recall = Recall()
    state = RobotState(Pose(0.0, 0.0), "", "Mug_0", "Mug", subtask=str(REPLACE))
    recall.add(TeamMessage("alpha", 1, 1, 5.0, MessageKind.STATE, state=state))
    older = replace(state, held_object="Fork_1")
    recall.add(TeamMessage("alpha", 1, 2, 4.0, MessageKind.STATE, state=older))
    hand.explain(recall)
    assert held_id(belief) == "Mug_0"
    assert recall.subtask() == REPLACE
    assert not hand.is_unexplained(1.0)
    belief.held = ()
    belief.graph = SceneGraph(1.0, objects=(replace(mug("Mug_5"), status=Presence.HELD),))
    hand.explain(Recall())
    assert held_id(belief) == "Mug_5"


def test_a_hand_that_closed_just_before_a_restart_holds_what_was_to_be_fetched() -> None:
    hand, belief = hand_of(Clock())
    belief.graph = SceneGraph(1.0, objects=(replace(mug("Mug_5"), status=Presence.HELD),))
    recall = Recall()
    state = RobotState(Pose(0.0, 0.0), subtask=str(REPLACE))
    recall.add(TeamMessage("alpha", 1, 1, 5.0, MessageKind.STATE, state=state))
    hand.explain(recall)
    assert held_id(belief) == REPLACE.object_id
    belief.graph = SceneGraph(2.0)
    hand.explain(Recall())
    assert held_id(belief) == UNKNOWN.object_id
    assert belief.object(UNKNOWN.object_id) is not None


def test_two_hands_hold_two_things_and_let_go_of_what_is_named() -> None:
    hand, belief = hand_of(Clock())
    belief.capability = replace(ARM, hands=2)
    belief.graph = SceneGraph(0.0, objects=(mug(), mug("Mug_5")))
    hand.took("Mug_0", 1.0)
    hand.took("Mug_5", 2.0)
    state = belief.state()
    assert (state.held_object, state.other_held) == ("Mug_5", "Mug_0")
    assert {o.status for o in belief.objects()} == {Presence.HELD}
    hand.let_go(3.0, "Mug_0")
    assert belief.state().all_held == ("Mug_5",)
    hand.let_go(4.0)
    assert belief.state().all_held == ()


def test_one_hand_holds_what_it_took_last() -> None:
    hand, belief = hand_of(Clock())
    hand.took("Mug_0", 1.0)
    hand.took("Mug_5", 2.0)
    assert belief.state().all_held == ("Mug_5",)
    hand.let_go(3.0, "Mug_7")
    assert belief.state().all_held == ()


def test_what_is_carried_is_where_the_robot_is_and_nothing_else_changes_by_that() -> None:
    hand, belief = hand_of(Clock())
    belief.graph = SceneGraph(1.0, objects=(mug(), mug("Mug_1"), mug("Mug_2")))
    hand.took("Mug_1", 10.0)
    lasting = belief.lasting_objects()
    for x in (1.0, 2.0):
        belief.pose = Pose(x, 3.0)
        known = belief.objects()
        assert known == tuple(
            replace(o, position=belief.pose.point) if o.object_id == "Mug_1" else o for o in lasting
        )
        assert belief.object("Mug_1") is known[1]
        assert belief.lasting_objects() is lasting
    hand.let_go(11.0, "Mug_1")
    assert belief.objects() == belief.lasting_objects() == belief.graph.objects
    hand.took("Cup_7", 12.0)
    assert belief.lasting_objects() is not lasting
    assert belief.object("Cup_7") == belief.objects()[3]
    assert belief.objects()[3].position == belief.pose.point
