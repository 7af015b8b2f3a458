# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The account of a recorded run: every sub-skill with its end, every change of what was held."""

from pathlib import Path

import pytest
from taped_team import TapedRobot, run_team, write_bag

from adhoc_teamwork.adhoc_planner.journal.inputs import InputKind
from adhoc_teamwork.adhoc_planner.journal.notes import NoteKind
from adhoc_teamwork.adhoc_planner.replay.account import main
from adhoc_teamwork.teamwork.recordings.account import Belief, Deed, entry_from_json, entry_to_json
from adhoc_teamwork.teamwork.scene import Misplaced
from adhoc_teamwork.teamwork.settings.config import ConfigError

Account = dict[str, list[Deed | Belief]]


@pytest.fixture(scope="module")
def team() -> tuple[TapedRobot, ...]:
    return run_team(60.0, seed=3)


@pytest.fixture
def account(
    team: tuple[TapedRobot, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Account:
    write_bag(tmp_path, team).close()
    assert main([str(tmp_path)]) == 0
    entries = [entry_from_json(line, "account") for line in capsys.readouterr().out.splitlines()]
    return {robot.name: [e for e in entries if e.robot == robot.name] for robot in team}


@pytest.mark.slow
def test_each_sub_skill_is_there_with_the_end_that_the_robot_heard_of(
    team: tuple[TapedRobot, ...], account: Account
) -> None:
    for robot in team:
        notes = [note for turn in robot.turns for note in turn.notes]
        started = [n.content for n in notes if n.kind is NoteKind.STARTED]
        results = {
            given.value.goal: given.value.result
            for turn in robot.turns
            for given in turn.inputs
            if given.kind is InputKind.RESULT
        }
        deeds = [entry for entry in account[robot.name] if isinstance(entry, Deed)]
        assert sorted(d.subskill for d in deeds) == sorted(str(s.subskill) for s in started)
        ended = [deed for deed in deeds if deed.ended is not None]
        assert len(ended) == len(results) > 0
        assert sum(d.failed for d in ended) == sum(not r.success for r in results.values())


def test_what_was_judged_misplaced_is_held_to_be_so(
    team: tuple[TapedRobot, ...], account: Account
) -> None:
    for robot in team:
        beliefs = [entry for entry in account[robot.name] if isinstance(entry, Belief)]
        told = {
            (detection.category, detection.receptacle_category)
            for message in robot.sent
            for detection in message.detections
            if detection.misplaced is Misplaced.YES and detection.receptacle_category
        }
        held = {(b.category, b.on) for b in beliefs if b.misplaced is Misplaced.YES}
        assert told <= held
    judged = [b for b in account["alpha"] if isinstance(b, Belief) and b.misplaced is Misplaced.NO]
    assert judged


def test_a_belief_is_told_when_it_changes_and_not_else(account: Account) -> None:
    last: dict[tuple[str, str], Belief] = {}
    for entry in (e for entries in account.values() for e in entries if isinstance(e, Belief)):
        before = last.get((entry.robot, entry.object_id))
        same = before is not None and (
            (before.place, before.on, before.room_type, before.own, before.misplaced)
            == (entry.place, entry.on, entry.room_type, entry.own, entry.misplaced)
        )
        assert not same
        last[entry.robot, entry.object_id] = entry


def test_lines_come_back_and_others_are_refused() -> None:
    deed = Deed("alpha", 1.0, "GoToObject", "GoToObject <Mug_0>", "Mug_0", "Mug", (1.0, 2.0, 0.5))
    assert entry_from_json(entry_to_json(deed), "here") == deed
    for line in ("", "[]", "{}", '{"deed": {}}', '{"dead": {}}', '{"deed": 1, "belief": 2}'):
        with pytest.raises(ConfigError, match="here: not a line of an account"):
            entry_from_json(line, "here")


def test_a_folder_without_a_bag_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 2
    assert "no bag in it" in capsys.readouterr().err
