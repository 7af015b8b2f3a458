# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the stand-in, a rule-based one, names first of what a robot could do."""

from dataclasses import replace

from offline_pieces import candidates
from planner_views import LOOKER, explore, house, with_state


def test_who_is_at_exploring_a_room_does_not_turn_back_for_one_that_is_nearer() -> None:
    rooms = tuple(replace(room, explored=0.0) for room in house().rooms)
    view = with_state(house(rooms=rooms, capability=LOOKER), explored_rooms=())
    assert candidates(view)[0] == explore("room_0")
    assert candidates(replace(view, subtask=explore("room_2")))[0] == explore("room_2")
