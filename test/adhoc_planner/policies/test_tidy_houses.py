# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was learned from tidy houses judges for who plans with a model, and names places."""

from planner_views import mug

from adhoc_teamwork.adhoc_planner.policies.learned.learning import learning_weights
from adhoc_teamwork.adhoc_planner.policies.learned.placement import TidyHouses
from adhoc_teamwork.teamwork.scene import Misplaced

PRIOR = TidyHouses(learning_weights())


def test_a_thing_is_out_of_place_where_tidy_houses_hardly_ever_keep_such_things() -> None:
    fine = mug(receptacle_category="CounterTop", room_type="Kitchen")
    assert PRIOR.judge(fine).misplaced is Misplaced.NO
    found = PRIOR.judge(mug(receptacle_category="Toilet", room_type="Bathroom"))
    assert found.misplaced is Misplaced.YES
    assert found.reason == "tidy houses have 0% of such things on a Toilet in a Bathroom"
    nowhere = PRIOR.judge(mug(room_type="", misplaced=Misplaced.UNKNOWN))
    assert nowhere.misplaced is Misplaced.UNKNOWN


def test_the_likely_ones_of_the_known_places_are_named_else_the_likeliest() -> None:
    counter, toilet = ("CounterTop", "Kitchen"), ("Toilet", "Bathroom")
    kept = PRIOR.kept("Mug", {counter, toilet})
    assert kept is not None
    assert (kept.places, kept.source) == ((counter,), "as learned from tidy houses")
    elsewhere = PRIOR.kept("Mug", {toilet})
    assert elsewhere is not None
    assert len(elsewhere.places) == 1
    assert elsewhere.places != (toilet,)


def test_of_what_was_in_no_tidy_house_it_says_nothing() -> None:
    racket = mug(category="TennisRacket", receptacle_category="Bed", room_type="Bedroom")
    assert PRIOR.judge(racket).misplaced is Misplaced.UNKNOWN
    assert PRIOR.home("TennisRacket") is None
    assert PRIOR.kept("TennisRacket", {("Bed", "Bedroom")}) is None
    for new in ({"receptacle_category": "LaundryHamper"}, {"room_type": "Observatory"}):
        found = mug(**({"receptacle_category": "Toilet", "room_type": "Bathroom"} | new))
        assert PRIOR.judge(found).misplaced is Misplaced.UNKNOWN
