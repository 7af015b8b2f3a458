# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which robots the broker takes for present."""

from adhoc_teamwork.comm_bridge.broker.presence import GONE_AFTER, Presence


def told(presence: Presence, now: float) -> list[str]:
    return [sentence for _, _, sentence in presence.changes(now)]


def test_a_robot_without_a_radio_is_here_while_its_topic_has_a_publisher() -> None:
    presence = Presence(gone_after=3.0)
    presence.see("tall", 0, 0.0)
    assert told(presence, 0.0) == []
    presence.see("tall", 1, 1.0)
    assert told(presence, 1.0) == ["tall is here"]
    presence.see("tall", 0, 3.0)
    assert told(presence, 3.0) == []
    presence.see("tall", 0, 4.5)
    assert told(presence, 4.5) == ["tall is gone: no word of it for 4 s"]
    assert (presence.present, presence.gone) == ([], ["tall"])
    presence.see("tall", 1, 6.0)
    assert told(presence, 6.0) == ["tall is back"]


def test_a_robot_with_a_radio_is_gone_once_it_is_silent() -> None:
    presence = Presence()
    presence.hear("tall", 0.0, by_radio=True)
    # A process that was killed leaves its publishers in the graph for a while.
    presence.see("tall", 1, GONE_AFTER + 0.1)
    assert presence.is_gone("tall", GONE_AFTER + 0.1)
    presence.hear("tall", 10.0)
    assert not presence.is_gone("tall", 10.0)
    assert presence.silent_for("tall", 12.0) == 2.0


def test_who_says_goodbye_is_gone_until_it_speaks_again() -> None:
    presence = Presence()
    presence.hear("tall", 0.0, by_radio=True)
    presence.leave("tall", has_left=True)
    assert presence.is_gone("tall", 0.1)
    assert presence.is_here("tall", 0.1)
    assert told(presence, 0.1) == ["tall is here"]
    assert told(presence, 10.0) == ["tall has left"]
    assert (presence.present, presence.gone) == ([], [])
    presence.leave("tall", has_left=False)
    assert not presence.is_gone("tall", 0.1)
    assert presence.is_gone("nobody", 0.1)
