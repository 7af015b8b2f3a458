# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the learned policies make of a view: features, masks, rules of execution, belief."""

import copy
from dataclasses import replace

import numpy as np
import pytest
from learned_pieces import always, learning_weights, plastic_weights
from planner_views import (
    BED,
    COUNTER,
    LIFTER,
    LOOKER,
    STOP,
    explore,
    house,
    intending,
    mug,
    replace_,
    teammate,
    with_state,
)

from adhoc_teamwork.adhoc_planner.policies.learned.features import INPUTS, OWN, Encoder, encode
from adhoc_teamwork.adhoc_planner.policies.learned.learning import LearningPolicy
from adhoc_teamwork.adhoc_planner.policies.learned.plastic import ETA, TEAMS, PlasticPolicy
from adhoc_teamwork.adhoc_planner.policies.rule import Rule
from adhoc_teamwork.teamwork.scene import FLOOR, Misplaced, Presence
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

ALL_EXPLORED = ("room_0", "room_1", "room_2")
PICKUP, PUT = SubSkillKind.PICKUP_OBJECT, SubSkillKind.PUT_OBJECT
EXPLORE, REST = SubSkillKind.EXPLORE, SubSkillKind.STOP


def learner(*shares: tuple[SubSkillKind, float]) -> LearningPolicy:
    return LearningPolicy("", learning_weights(always(*shares)))


@pytest.fixture(params=[LearningPolicy, PlasticPolicy])
def shipped(request: pytest.FixtureRequest) -> Rule:
    made: Rule = request.param()
    return made


def value(features: np.ndarray, name: str, pooled: bool = False) -> float:
    return float(features[OWN.index(name) + (len(OWN) if pooled else 0)])


def test_features_are_numbers_between_minus_one_and_three() -> None:
    features = encode(house(teammates=(teammate(),)))
    assert features.shape == (INPUTS,)
    assert features.dtype == np.float32
    assert np.isfinite(features).all()
    assert features.min() >= -1.0
    assert features.max() <= 3.0


def test_others_are_pooled_by_the_mean() -> None:
    mates = (teammate("one", capability=LIFTER), teammate("two"), teammate("gone", left=True))
    features = encode(house(teammates=mates))
    assert value(features, "arm", pooled=True) == 0.5
    assert features[-1] == pytest.approx(0.4)
    assert value(encode(house()), "alone") == 1.0
    assert not encode(house())[len(OWN) :].any()


def test_every_robot_sees_itself_first() -> None:
    view = house(teammates=(teammate("tower"),))
    encoder = Encoder(view)
    mine, theirs = encoder.features("dog"), encoder.features("tower")
    assert (mine[: len(OWN)] == theirs[len(OWN) : -1]).all()
    assert value(theirs, "in Bedroom") == 1.0
    assert value(theirs, "closest loose thing") > value(mine, "closest loose thing")


def test_what_is_taken_or_refused_is_not_loose() -> None:
    task = replace_("Mug_0", "CounterTop", "Kitchen")
    mate = intending(teammate(), task, object_category="Mug", object_position=mug().position)
    assert value(encode(house()), "loose things") > 0.0
    taken = encode(house(teammates=(mate,)))
    assert value(taken, "loose things") == 0.0
    assert value(taken, "taken things") > 0.0
    assert value(encode(house(rejected=((task, "heavy"),))), "loose things") == 0.0


def test_the_detector_judges_what_lies_on_something_known() -> None:
    policy = learner((EXPLORE, 1.0))
    unjudged = mug(misplaced=Misplaced.UNKNOWN)
    assert policy.judge(unjudged).misplaced is Misplaced.YES
    on_counter = replace(unjudged, receptacle_category="CounterTop", room_type="Kitchen")
    assert policy.judge(on_counter).misplaced is Misplaced.NO
    nowhere = replace(unjudged, receptacle="", receptacle_category="")
    assert policy.judge(nowhere).misplaced is Misplaced.UNKNOWN
    assert policy.judge(replace(unjudged, receptacle=FLOOR)).misplaced is Misplaced.NO
    assert policy.home("Mug") == ("CounterTop", "Kitchen")


def test_pickup_takes_the_nearest_thing_to_its_predicted_place() -> None:
    near = mug(object_id="Mug_1", position=replace(mug().position, x=2.0))
    view = house(known_objects=(COUNTER, BED, mug(), near))
    assert learner((PICKUP, 1.0)).decide(view) == replace_("Mug_1", "CounterTop", "Kitchen")


def test_pickup_explores_where_there_is_nothing_to_pick_up() -> None:
    view = house(known_objects=(COUNTER, BED, mug(status=Presence.GONE)))
    assert learner((PICKUP, 1.0)).decide(view) == explore("room_2")
    refused = house(rejected=((replace_("Mug_0", "CounterTop", "Kitchen"), "too heavy"),))
    assert learner((PICKUP, 1.0)).decide(refused) == explore("room_2")


def test_a_known_place_goes_before_a_likelier_one_that_is_to_be_found() -> None:
    view = house(known_objects=(BED, mug()))
    assert learner((PICKUP, 1.0)).decide(view) == replace_("Mug_0", "Bed", "Bedroom")
    nothing = house(known_objects=(mug(),))
    assert learner((PICKUP, 1.0)).decide(nothing) == replace_("Mug_0", "CounterTop", "Kitchen")


def test_what_is_held_goes_to_the_next_place_after_a_refusal() -> None:
    view = with_state(house(), held_object="Mug_0", held_category="Mug")
    policy = learner((PUT, 0.6), (PICKUP, 0.4))
    tried = replace_("Mug_0", "CounterTop", "Kitchen")
    assert policy.decide(view) == tried
    again = replace(view, rejected=((tried, "full"),))
    assert policy.decide(again) == replace_("Mug_0", "Bed", "Bedroom")
    both = (*again.rejected, (replace_("Mug_0", "Bed", "Bedroom"), "full"))
    assert policy.decide(replace(view, rejected=both)).kind is SubTaskKind.REPLACE


def test_only_what_the_body_permits_is_done() -> None:
    policy = learner((PICKUP, 0.5), (PUT, 0.4), (EXPLORE, 0.1))
    assert policy.decide(house(capability=LOOKER)) == explore("room_2")
    assert policy.decide(house()).kind is SubTaskKind.REPLACE
    assert learner((REST, 1.0)).decide(house()) == STOP


def test_trained_policies_keep_to_the_contract(shipped: Rule) -> None:
    view = house(teammates=(teammate(),))
    before = copy.deepcopy(view)
    assert shipped.decide(view) == type(shipped)().decide(copy.deepcopy(view))
    assert view == before
    assert shipped.decide(house(capability=LOOKER)).kind is not SubTaskKind.REPLACE
    nothing_left = with_state(house(known_objects=(COUNTER, BED)), explored_rooms=ALL_EXPLORED)
    assert shipped.decide(nothing_left) == STOP
    held = with_state(house(), held_object="Gadget_0", held_category="Gadget")
    assert shipped.decide(held).kind is SubTaskKind.REPLACE


def plastic(policies: dict[str, SubSkillKind]) -> PlasticPolicy:
    """Return a robot to whom the heuristic team explores, the greedy one picks up."""
    acts = {
        "heuristic": always((EXPLORE, 0.9), (PICKUP, 0.1)),
        "greedy": always((EXPLORE, 0.1), (PICKUP, 0.9)),
        "learning": always((EXPLORE, 0.5), (PICKUP, 0.5)),
    }
    chosen = {team: always((kind, 1.0)) for team, kind in policies.items()}
    return PlasticPolicy("", learning_weights(always()), plastic_weights(acts, chosen))


def test_belief_moves_to_the_team_that_explains_what_is_seen() -> None:
    policy = plastic({"heuristic": EXPLORE, "greedy": REST, "learning": EXPLORE})
    idle, arm = house(teammates=(teammate(),)), teammate(capability=LIFTER)
    picks = intending(
        arm, replace_("Mug_0", "CounterTop", "Kitchen"), object_category="Mug",
        object_position=mug().position,
    )  # fmt: skip
    assert policy.decide(idle) == explore("room_2")
    assert policy.belief == dict.fromkeys(TEAMS, pytest.approx(1.0 / 3.0))
    assert policy.decide(replace(idle, teammates=(picks,))) == STOP
    left = {"heuristic": 1.0 - 0.9 * ETA, "greedy": 1.0 - 0.1 * ETA, "learning": 1.0 - 0.5 * ETA}
    total = sum(left.values())
    expected = {team: pytest.approx(share / total, abs=1e-5) for team, share in left.items()}
    assert policy.belief == expected
    policy.decide(replace(idle, teammates=(picks,)))
    assert policy.belief == expected


def test_belief_comes_back_for_another_team_and_never_dies_out() -> None:
    policy = plastic({})
    for number in range(1, 200):
        task = explore("room_2")
        mate = teammate()
        mate = replace(mate, intents={number: replace(intending(mate, task).intents[1],
                                                      intent_id=number)})  # fmt: skip
        policy.decide(house(teammates=(mate,)))
    assert policy.belief["heuristic"] > 0.9
    assert policy.belief["greedy"] > 0.0
