# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.benchmark.flagship.cross_play import CrossPlay, groups_of
from adhoc_teamwork.benchmark.flagship.rows import FlagshipRow
from adhoc_teamwork.benchmark.flagship.sample import SECTIONS, Section

TIDYING, C_WAH, *_ = SECTIONS


def a_row(
    team: str, adhoc: str, value: float, llm: str = "", section: Section = TIDYING
) -> FlagshipRow:
    return FlagshipRow(
        section.name, team, adhoc, llm, "open", 2, value, value, value, 1.0, 2.0, 3.0
    )


def test_a_method_stands_by_its_own_kind_and_beside_all_other_teams() -> None:
    rows = [
        a_row("irot", "none", 40.0),
        a_row("irot", "irot", 60.0),
        a_row("coela", "irot", 20.0),
        a_row("coela", "coela", 80.0),
        a_row("heuristic", "irot", 50.0),
        a_row("heuristic", "all-knowing", 100.0),
    ]
    play = CrossPlay(TIDYING, rows)

    found = play.standing("irot")

    assert found.alone is rows[0]
    assert found.own is rows[1]
    assert found.others == 35.0
    assert found.near_own == 1.0
    # A quarter of the best beside coela, half of the bound beside the rule.
    assert found.near_others == pytest.approx((0.25 + 0.5) / 2)
    assert play.adhocs == ("none", "irot", "coela", "all-knowing")
    assert play.standing("coela").others is None


def test_fewer_steps_are_nearer_to_the_best() -> None:
    rows = [
        a_row("mhp", "none", 100.0, section=C_WAH),
        a_row("mhp", "mhp", 50.0, section=C_WAH),
    ]
    play = CrossPlay(C_WAH, rows)

    assert play.proximity("mhp", "mhp") == 1.0
    assert play.proximity("mhp", "none") == 0.5
    assert play.proximity("mhp", "irot") is None


@given(st.lists(st.floats(0.0, 100.0), min_size=1, max_size=6), st.sampled_from((TIDYING, C_WAH)))
def test_somebody_is_the_best_beside_each_team(values: list[float], section: Section) -> None:
    rows = [a_row("mhp", f"robot{n}", value, section=section) for n, value in enumerate(values)]
    play = CrossPlay(section, rows)

    near = [play.proximity("mhp", row.adhoc) for row in rows]

    assert max(one for one in near if one is not None) == 1.0
    assert all(one is not None and 0.0 <= one <= 1.0 for one in near)


def test_rules_stand_beside_methods_of_every_model_and_models_apart() -> None:
    rows = [
        a_row("heuristic", "heuristic", 70.0),
        a_row("irot", "irot", 60.0, "offline t0.3 h0.1 s0"),
        a_row("irot", "irot", 90.0, "openai:big t0.3"),
        a_row("mhp", "mhp", 44.0, section=C_WAH),
    ]

    play = groups_of(rows, TIDYING, "openai:big t0.3", "open")

    assert [row.value for row in play.rows] == [70.0, 90.0]
