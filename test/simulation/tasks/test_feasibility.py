# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which objects of a task nobody can tidy: none that the task maker drew, all out of reach."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adhoc_teamwork.simulation.tasks import feasibility
from adhoc_teamwork.simulation.tasks.feasibility import DRAWS, infeasible, main
from adhoc_teamwork.simulation.tasks.scenario import load_card, openings_of
from adhoc_teamwork.simulation.tasks.task_maker import TaskRequest, make_task, write_task
from adhoc_teamwork.teamwork.team.task import Task, TidyPlace

CONFIG = Path(__file__).resolve().parents[3] / "config"
HOUSE = CONFIG / "houses" / "sample_3_rooms.json"


def drawn(seed: int) -> Task:
    return make_task(TaskRequest(CONFIG, house=str(HOUSE), misplaced=2, seed=seed))[0]


def why(task: Task) -> dict[str, str]:
    house = make_task(TaskRequest(CONFIG, house=str(HOUSE), misplaced=1))[1]
    cards = {r.name: load_card(r.card, CONFIG) for r in task.robots}
    return infeasible(task, house, cards, openings_of(task.robots, cards, CONFIG))


def changed(task: Task, **fields: object) -> Task:
    """Return the task with its first object changed."""
    first = replace(task.misplaced[0], **fields)  # type: ignore[arg-type]
    return replace(task, misplaced=(first, *task.misplaced[1:]))


@pytest.mark.parametrize("seed", range(4))
def test_what_the_task_maker_draws_is_feasible_by_its_own_checks(seed: int) -> None:
    assert why(drawn(seed)) == {}


def test_under_the_ceiling_nobody_takes_it() -> None:
    task = drawn(0)
    x, y, _ = task.misplaced[0].position or (0.0, 0.0, 0.0)
    high = changed(task, position=(x, y, 2.4))
    name = task.misplaced[0].object
    assert why(high) == {name: "nobody who could lift it gets a hand to where it lies"}


def test_a_goal_that_the_house_lacks_is_out_of_reach() -> None:
    task = changed(drawn(0), goal=TidyPlace(("Boat",), ("Harbour",)))
    name = task.misplaced[0].object
    assert why(task)[name].endswith("on Boat in Harbour")


def test_without_an_arm_nothing_is_feasible() -> None:
    task = drawn(0)
    armless = tuple(r for r in task.robots if r.name != "quadruped")
    found = why(replace(task, robots=armless))
    assert set(found) == {m.object for m in task.misplaced}
    assert all("nobody with a hand" in reason for reason in found.values())


def test_a_spot_that_one_draw_misses_is_found_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    real, draws = feasibility.surface_spots, []

    def spots(house: Any, thing: Any, receptacle: Any, rng: Any, inside: bool) -> Iterator[Any]:
        if not any(rng is drawn for drawn in draws):
            draws.append(rng)
        last = len(draws) % DRAWS == 0
        return real(house, thing, receptacle, rng, inside=inside) if last else iter(())

    monkeypatch.setattr(feasibility, "surface_spots", spots)
    assert why(drawn(0)) == {}
    assert len(draws) == DRAWS * len(drawn(0).misplaced)
    assert len({rng.integers(2**32) for rng in draws[: DRAWS - 1]}) == DRAWS - 1


def test_as_a_program_it_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "task.json"
    write_task(changed(drawn(0), goal=TidyPlace(("Boat",))), path)
    assert main([str(path)]) == 0
    (reason,) = json.loads(capsys.readouterr().out).values()
    assert "Boat" in reason
    assert main([str(tmp_path / "none.json")]) == 2


def test_what_no_camera_shows_nobody_finds() -> None:
    task = drawn(0)
    low = tuple(r for r in task.robots if r.name == "quadruped")
    cards = {r.name: load_card(r.card, CONFIG) for r in task.robots}
    blind = replace(cards["quadruped"].capability, camera_pitch=-1.2)
    cards["quadruped"] = replace(cards["quadruped"], capability=blind)
    house = make_task(TaskRequest(CONFIG, house=str(HOUSE), misplaced=1))[1]
    found = infeasible(replace(task, robots=low), house, cards, {})
    assert set(found.values()) == {"no camera of the team shows it where it lies"}


def test_what_lies_out_of_place_by_the_house_file_itself_is_feasible() -> None:
    task, house = make_task(TaskRequest(CONFIG))
    assert all(item.position is None for item in task.misplaced)
    cards = {r.name: load_card(r.card, CONFIG) for r in task.robots}
    assert infeasible(task, house, cards, openings_of(task.robots, cards, CONFIG)) == {}
