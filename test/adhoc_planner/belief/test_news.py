# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is told to the team as news, and when again."""

from dataclasses import replace

from agent_pieces import mug

from adhoc_teamwork.adhoc_planner.belief.news import MOVED, News
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Misplaced, Presence


def test_news_are_told_once_and_again_when_changed() -> None:
    news = News("alpha")
    found = replace(mug(), misplaced=Misplaced.YES, seen_by="alpha")
    assert news.fresh((found,)) == (found,)
    assert news.fresh((found,)) == ()
    nudged = replace(found, position=Point(1.0 + MOVED / 2, 1.0, 0.5))
    assert news.fresh((nudged,)) == ()
    moved = replace(found, position=Point(1.0 + MOVED * 2, 1.0, 0.5))
    assert news.fresh((moved,)) == (moved,)
    assert news.fresh((replace(moved, status=Presence.GONE),)) != ()


def test_what_can_be_carried_is_told_where_anything_may_be_wanted() -> None:
    found = replace(mug(), misplaced=Misplaced.UNKNOWN, seen_by="alpha")
    fixed = replace(found, pickupable=False)
    assert News("alpha").fresh((found,)) == ()
    assert News("alpha", is_any_wanted=True).fresh((found, fixed)) == (found,)


def test_what_a_teammate_saw_is_not_told_as_news() -> None:
    news = News("alpha")
    assert news.fresh((replace(mug(), misplaced=Misplaced.YES, seen_by="beta"),)) == ()
    assert news.fresh((replace(mug(), misplaced=Misplaced.NO, seen_by="alpha"),)) == ()


def test_where_a_robot_put_what_it_carried_is_told_though_another_had_found_it() -> None:
    news = News("alpha")
    found = replace(mug(), misplaced=Misplaced.YES, seen_by="beta")
    held = replace(found, status=Presence.HELD, misplaced=Misplaced.UNKNOWN, seen_by="alpha")
    put = replace(mug(), misplaced=Misplaced.NO, seen_by="alpha")
    assert news.fresh((found,)) == ()
    assert news.fresh((held,)) == ()
    assert news.fresh(()) == ()
    assert news.fresh((put,)) == (put,)
    assert news.fresh((put,)) == ()


def test_what_was_told_of_things_that_are_known_no_more_is_forgotten() -> None:
    news = News("alpha")
    found = [
        replace(mug(f"Mug_{number}"), misplaced=Misplaced.YES, seen_by="alpha")
        for number in range(8)
    ]
    for thing in found:
        assert news.fresh((thing,)) == (thing,)
    assert news.fresh((replace(found[0]),)) == (found[0],)
    assert news.fresh((replace(found[0]),)) == ()
