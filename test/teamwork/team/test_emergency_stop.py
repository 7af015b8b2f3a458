# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who is stopped by whom, whatever order, loss and repetition words come in."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.emergency_stop import (
    MOST_NUMBER,
    MOST_SOURCES,
    UNCOUNTED,
    EmergencyStop,
    StopCommand,
    StopRecord,
)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def listening(robot: str = "rex") -> EmergencyStop:
    stop = EmergencyStop(robot, Clock())
    stop.listen(0.0)
    return stop


def press(source: str = "console", number: int = 1, robot: str = "") -> StopCommand:
    return StopCommand(source, robot, number, pressed=True)


def test_a_robot_is_stopped_until_it_has_listened_long_enough() -> None:
    clock = Clock()
    stop = EmergencyStop("rex", clock)
    assert stop.stopped
    stop.listen(5.0)
    clock.now = 4.9
    assert (stop.stopped, stop.pressed) == (True, ())
    clock.now = 5.0
    assert not stop.stopped
    stop.listen(5.0)
    assert stop.stopped
    stop.become_known()
    assert not stop.stopped


def test_only_a_release_of_that_press_by_that_source_lets_go() -> None:
    stop = listening()
    stop.take([press("console", 2), press("switch")])
    for stale in (press("console", 1), press("other", 9), press("console", 2, "rex")):
        assert not stop.take([stale.release("somebody")])
    assert stop.take([press("console", 2).release("operator")])
    assert [word.source for word in stop.pressed] == ["switch"]
    assert not stop.take([press("console", 1)])
    assert stop.take([press("console", 3)])


def test_a_release_with_an_absurd_number_does_not_outbid_presses_to_come() -> None:
    stop = listening()
    stop.take([press("console", 1)])
    stop.take([press("console", MOST_NUMBER).release("somebody")])
    assert not stop.stopped
    assert stop.take([press("console", 2)])
    assert stop.stopped


@pytest.mark.parametrize("number", [1, 7, MOST_NUMBER])
def test_nothing_said_in_its_name_keeps_a_switch_from_pressing(number: int) -> None:
    stop = listening()
    forged = press("/emergency_stop", number, "rex")
    stop.take([forged, forged.release("somebody")])
    stop.press("/emergency_stop")
    assert [word.source for word in stop.pressed] == ["/emergency_stop"]
    assert not stop.take([forged])
    assert stop.take([word.release("operator") for word in stop.pressed])
    assert not stop.stopped


def test_a_press_for_which_no_room_is_left_stops_when_all_others_are_released() -> None:
    stop = listening()
    flood = [press(f"flood {number}") for number in range(MOST_SOURCES)]
    stop.take(flood)
    assert stop.take([press("anna")])
    stop.take([word.release("the flood itself") for word in flood])
    assert [word.source for word in stop.pressed] == [UNCOUNTED]
    stop.take([word.release("operator") for word in stop.pressed])
    assert not stop.stopped
    stop.take([press(f"again {number}") for number in range(MOST_SOURCES + 2)])
    assert UNCOUNTED in {word.source for word in stop.pressed}


def test_words_about_others_and_words_that_cannot_be_meant_change_nothing() -> None:
    stop = listening()
    for word in (
        press(robot="tall"),
        press(source=""),
        press(source="x" * 500),
        press(source="a\x1b[2J"),
        press(number=0),
        press(number=2**64),
        StopCommand("console", "", 1, pressed=True, by="\u202e"),
    ):
        assert not stop.take([word])
    assert not stop.stopped


def test_many_sources_are_bounded_and_none_that_presses_is_forgotten() -> None:
    stop = listening()
    stop.take([press("first")])
    stop.take([press("released"), press("released").release("x")])
    stop.take([press(f"flood {number}") for number in range(1000)])
    assert len(stop.words) == MOST_SOURCES + 1
    assert "first" in {word.source for word in stop.pressed}
    assert all(word.pressed for word in stop.words)


NUMBERS = st.integers(1, 4)
WORDS = st.lists(
    st.builds(
        StopCommand, st.sampled_from("ab"), st.sampled_from(["", "rex"]), NUMBERS, st.booleans()
    )
)


@given(WORDS, st.randoms())
def test_presses_come_to_the_same_whatever_their_order(
    words: list[StopCommand], any_: object
) -> None:
    presses = [word for word in words if word.pressed]
    one, other = listening(), listening()
    one.take(presses)
    mixed = [*presses, *presses]
    any_.shuffle(mixed)  # type: ignore[attr-defined]
    for word in mixed:
        other.take([word])
    assert set(one.pressed) == set(other.pressed)


@given(WORDS)
def test_it_is_stopped_exactly_while_a_newest_press_is_not_released(
    words: list[StopCommand],
) -> None:
    stop = listening()
    newest: dict[tuple[str, str], tuple[int, bool]] = {}
    for word in words:
        stop.take([word])
        number, pressed = newest.get(key := (word.source, word.robot), (0, False))
        if word.pressed and word.number > number:
            newest[key] = (word.number, True)
        elif not word.pressed and pressed and word.number >= number:
            newest[key] = (number, False)
    assert stop.stopped is any(pressed for _, pressed in newest.values())


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(WORDS)
def test_a_record_gives_back_what_was_kept(tmp_path: Path, words: list[StopCommand]) -> None:
    stop, again = listening(), listening()
    stop.take(words)
    record = StopRecord(tmp_path / "records" / "rex.skills.json")
    record.write(stop.words)
    again.take(record.read())
    assert set(again.pressed) == set(stop.pressed)


@pytest.mark.parametrize("text", ["", "{", "[]", "words: 3", '{"words": [{"source": "a"}]}', "\0"])
def test_a_record_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rex.skills.json"
    assert StopRecord(path).read() == ()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"rex\.skills\.json"):
        StopRecord(path).read()
