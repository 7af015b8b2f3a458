# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A team that talks through its radios while something goes wrong, and the account of it."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from adhoc_teamwork.measuring.broker.children import Child, Children
from adhoc_teamwork.measuring.broker.expected import Account, settle, spoken_from_json
from adhoc_teamwork.measuring.broker.findings import Finding, none_of, plain
from adhoc_teamwork.measuring.broker.setting import BROKER, CONNECT, Setting
from adhoc_teamwork.measuring.broker.tally import tally_from_json

TALKER = "adhoc_teamwork.measuring.broker.ros.talker"
AIR = "adhoc_teamwork.measuring.broker.ros.air_station"
RATE = 5.0
"""Messages a second that each robot says."""
CALM = 60.0
"""Seconds after the fault within which everything must have arrived."""
_ANSWER = 20.0
_LOOK = 1.0


@dataclass(frozen=True)
class Place:
    """Say where a process runs: words before its command, and variables of its own."""

    prefix: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Talk:
    """Hold a talking team: its processes, and how to ask them."""

    children: Children
    broker: Child
    robots: dict[str, Child]
    broker_words: tuple[str, ...]
    places: Mapping[str, Place]
    _air: Child | None = None
    dead: set[str] = field(default_factory=set)

    def begin(self, rate: float = RATE) -> None:
        """Have every robot talk."""
        self.ask_all({"do": "talk", "rate": rate})

    def stop(self) -> None:
        """Have every robot fall silent."""
        self.ask_all({"do": "stop"})

    def restart_broker(self) -> None:
        """Start the broker anew, on the log that the last one kept."""
        self.broker = _start(self.children, "broker", BROKER, self.broker_words, self.places)

    def set_air(self, links: Sequence[tuple[str, str, bool, float, float, float]]) -> None:
        """Say how frames travel: from, to (empty: broker), reachable, loss, delay, jitter."""
        if self._air is None:
            self._air = self.children.start("air", AIR)
        self._air.ask({"links": list(links)}, _ANSWER)

    def ask_all(self, request: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Ask every living robot the same; return the answers by robot."""
        living = {name: child for name, child in self.robots.items() if name not in self.dead}
        for child in living.values():
            child.tell(request)
        return {name: child.answer(_ANSWER) for name, child in living.items()}

    def account(self, within: float = CALM) -> tuple[Account, float]:
        """Return what was lost and doubled, and after how many seconds nothing was missing.

        The dead are not asked: what they said is not known, so it is left out.
        """
        began = time.monotonic()
        while True:
            answers = self.ask_all({"do": "report"})
            spoken = [spoken_from_json(answer["spoken"]) for answer in answers.values()]
            known = {(s.robot, s.session) for s in spoken}
            tallies = {name: tally_from_json(answer["tally"]) for name, answer in answers.items()}
            for tally in tallies.values():
                tally.heard = {k: v for k, v in tally.heard.items() if k in known}
            account = settle(spoken, tallies)
            took = time.monotonic() - began
            if account.lost == 0 or took > within:
                return account, took
            time.sleep(_LOOK)


@contextmanager
def talking_team(
    setting: Setting,
    robots: int,
    clocks: Sequence[float] = (),
    air: bool = False,
    places: Mapping[str, Place] | None = None,
    broker_parameters: Mapping[str, str] | None = None,
) -> Iterator[Talk]:
    """Run a broker with a log and robots that have met; end them after.

    Args:
        setting: Of the run.
        robots: How many.
        clocks: By how many seconds each robot's clock is ahead; the rest are right.
        air: Whether the broker's radio is simulated, as the robots' are.
        places: Where robots, and the "broker", run, if not simply here.
        broker_parameters: Further ones of the broker.
    """
    names = [f"robot_{index:02d}" for index in range(robots)]
    ahead = [*clocks, *[0.0] * (robots - len(clocks))]
    places = places or {}
    with Children(setting.environment) as children:
        parameters = {
            "log": str(children.folder / "team.sqlite"),
            "simulated_air": str(air).lower(),
            **(broker_parameters or {}),
        }
        words = ["--ros-args"]
        for name, value in parameters.items():
            words += ["-p", f"{name}:={value}"]
        broker = _start(children, "broker", BROKER, words, places)
        processes = {
            name: _start(children, name, TALKER, (name, str(clock)), places)
            for name, clock in zip(names, ahead, strict=True)
        }
        talk = Talk(children, broker, processes, tuple(words), places)
        for child in processes.values():
            child.tell({"do": "meet", "teammates": names, "within": CONNECT})
        for child in processes.values():
            child.answer(CONNECT + 20.0)
        yield talk


def told(account: Account, calm: float) -> tuple[Finding, ...]:
    """Return the findings that every fault has in common."""
    return (
        plain("reliable messages said", account.said),
        plain("deliveries wanted", account.wanted),
        none_of("lost", account.lost),
        none_of("doubled", account.doubled),
        none_of("strays", account.strays),
        plain("all there after the fault", calm, "s"),
    )


def _start(
    children: Children, name: str, module: str, words: Sequence[str], places: Mapping[str, Place]
) -> Child:
    place = places.get(name, Place())
    return children.start(name, module, words, place.environment, place.prefix)
