"""Which robots the broker takes for present."""

from comm_bridge.presence import Presence


def test_a_robot_comes_vanishes_and_returns() -> None:
    presence = Presence(gone_after=3.0)
    presence.see("tall", 0, 0.0)
    assert presence.changes(0.0) == []
    presence.see("tall", 1, 1.0)
    assert presence.changes(1.0) == ["tall is here"]
    presence.see("tall", 0, 3.0)
    assert presence.changes(3.0) == []
    presence.see("tall", 0, 4.5)
    assert presence.changes(4.5) == ["tall is gone: no planner of it for 4 s"]
    assert (presence.present, presence.gone) == ([], ["tall"])
    presence.see("tall", 1, 6.0)
    assert presence.changes(6.0) == ["tall is back"]
