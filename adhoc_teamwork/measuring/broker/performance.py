# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the broker carries, and how fast: latency, throughput, fifty robots, joining, memory."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from adhoc_teamwork.measuring.broker.children import Child, Children
from adhoc_teamwork.measuring.broker.findings import (
    Finding,
    Result,
    at_least,
    at_most,
    none_of,
    percentile,
    plain,
)
from adhoc_teamwork.measuring.broker.setting import BROKER, CONNECT, Load, Setting, team
from adhoc_teamwork.measuring.broker.tally import Tally, tally_from_json
from adhoc_teamwork.teamwork.team.message import MessageKind

TIMING = "adhoc_teamwork.measuring.broker.ros.listening"
P50_RATIO, P99_RATIO = 2.5, 4.0
PAUSE = 0.01
"""Seconds between two intents, of which every other one takes the direct way."""
SIX = Load(robots=6, processes=3, rate=1000 / 6, kind=MessageKind.CHAT, size=500)
FIFTY = Load(robots=50, processes=4, rate=5.0, kind=MessageKind.STATE)
HUNDRED = Load(robots=100, processes=4, rate=5.0, kind=MessageKind.STATE)
MANY_P99 = 100.0
"""Milliseconds, of fifty and of a hundred robots."""
ON_PACE = 0.98
"""Share of the wanted messages a second that speakers have to reach for the load to count."""
_SETTLE = 2.0


@dataclass(frozen=True)
class Heard:
    """Hold what a load's robots spoke and heard; latencies in milliseconds."""

    spoken: dict[tuple[str, int], set[int]]
    tallies: dict[str, Tally]
    latencies: list[float]
    took: float
    broker_cpu: float
    robots_cpu: float = 0.0
    """Of all robots, until they have worked off what they heard."""

    @property
    def wanted(self) -> int:
        """Return how many deliveries there should have been."""
        return sum(
            len(numbers)
            for name in self.tallies
            for (sender, _), numbers in self.spoken.items()
            if sender != name
        )

    @property
    def lost(self) -> int:
        """Return how many deliveries are missing, over all receivers."""
        return sum(
            tally.lost({key: n for key, n in self.spoken.items() if key[0] != name})
            for name, tally in self.tallies.items()
        )

    @property
    def doubled(self) -> int:
        """Return how many deliveries came twice."""
        return sum(tally.doubled for tally in self.tallies.values())

    @property
    def rate(self) -> float:
        """Return how many messages a second were spoken."""
        return sum(len(numbers) for numbers in self.spoken.values()) / self.took


def measure_latency(setting: Setting) -> Result:
    """Time intents that take the direct way and the broker's in turn."""
    with Children(setting.environment) as children:
        children.start("broker", BROKER)
        robots = [children.start(name, TIMING, (name,)) for name in ("speaker", "listener")]
        for robot in robots:
            robot.tell({"do": "connect", "within": CONNECT})
        for robot in robots:
            robot.answer(CONNECT + 5.0)
        speaker, listener = robots
        time.sleep(_SETTLE)
        count = round(setting.seconds / PAUSE)
        speaker.ask({"do": "speak", "count": count, "pause": PAUSE}, 3.0 * setting.seconds + 10.0)
        time.sleep(_SETTLE)
        times = listener.ask({"do": "report"}, 10.0)
    return Result("Latency of an intent", tuple(_compare(times, count // 2)))


def _compare(times: dict[str, list[int]], count: int) -> list[Finding]:
    milliseconds = {way: [us / 1000 for us in found] for way, found in times.items()}
    findings = []
    for share, bound in ((50.0, P50_RATIO), (99.0, P99_RATIO)):
        direct = percentile(milliseconds["direct"], share)
        relayed = percentile(milliseconds["relayed"], share)
        findings += [
            plain(f"p{share:.0f} over a direct topic", direct, "ms"),
            plain(f"p{share:.0f} over the broker", relayed, "ms"),
            at_most(f"p{share:.0f} over the broker, times direct", relayed / direct, bound, "x"),
        ]
    lost = sum(max(0, count - len(found)) for found in times.values())
    return [*findings, none_of("lost", lost)]


def measure_throughput(setting: Setting) -> Result:
    """Have six robots speak 1,000 messages of 500 bytes a second."""
    heard = bear(setting, SIX)
    wanted = SIX.rate * SIX.robots
    return Result(
        "Throughput: 6 robots, 500-byte messages",
        (
            at_least("messages spoken a second", heard.rate, ON_PACE * wanted, "1/s"),
            plain("deliveries wanted", heard.wanted),
            none_of("lost", heard.lost),
            none_of("doubled", heard.doubled),
            *_times(heard),
        ),
    )


def measure_fifty(setting: Setting) -> Result:
    """Have fifty robots tell their state five times a second."""
    return _tell_states("Fifty robots, state at 5 Hz", setting, FIFTY)


def measure_hundred(setting: Setting) -> Result:
    """Have a hundred robots tell their state five times a second."""
    return _tell_states("A hundred robots, state at 5 Hz", setting, HUNDRED)


def _tell_states(title: str, setting: Setting, load: Load) -> Result:
    heard = bear(setting, load)
    return Result(
        title,
        (
            at_least("messages spoken a second", heard.rate,
                     ON_PACE * load.rate * load.robots, "1/s"),
            at_most("p99", percentile(heard.latencies, 99.0), MANY_P99, "ms"),
            plain("p50", percentile(heard.latencies, 50.0), "ms"),
            plain("deliveries wanted", heard.wanted),
            none_of("lost", heard.lost),
            none_of("doubled", heard.doubled),
            plain("broker's processor", heard.broker_cpu / heard.took * 100.0, "%"),
            plain("a robot's processor for a message",
                  heard.robots_cpu / max(1, heard.wanted) * 1e6, "µs"),
        ),
    )  # fmt: skip


def bear(setting: Setting, load: Load) -> Heard:
    """Put a load on the broker and return what was spoken and heard."""
    with team(setting, load) as (broker, hosts):
        time.sleep(_SETTLE)
        before = broker.cpu(), sum(host.cpu() for host in hosts)
        for host in hosts:
            host.tell({"do": "speak", "rate": load.rate, "seconds": setting.seconds})
        answers = [host.answer(3.0 * setting.seconds + 20.0) for host in hosts]
        cpu = broker.cpu() - before[0]
        heard = _gather(hosts, answers, cpu)
        return replace(heard, robots_cpu=sum(host.cpu() for host in hosts) - before[1])


def _gather(hosts: Sequence[Child], answers: Sequence[dict[str, object]], cpu: float) -> Heard:
    spoken: dict[tuple[str, int], set[int]] = {}
    tallies: dict[str, Tally] = {}
    latencies: list[float] = []
    took = 0.0
    for answer in answers:
        took = max(took, float(str(answer["took"])))
        words = answer["spoken"]
        assert isinstance(words, dict)
        for name, said in words.items():
            spoken[name, said["session"]] = set(range(said["first"], said["last"] + 1))
    for host in hosts:
        host.tell({"do": "report", "within": 15.0})
    for host in hosts:
        report = host.answer(30.0)
        tallies.update({n: tally_from_json(t) for n, t in report["tallies"].items()})
        latencies += [us / 1000 for us in report["latencies"]]
    return Heard(spoken, tallies, latencies, took, cpu)


def _times(heard: Heard) -> tuple[Finding, ...]:
    return (
        plain("p50", percentile(heard.latencies, 50.0), "ms"),
        plain("p99", percentile(heard.latencies, 99.0), "ms"),
        plain("broker's processor", heard.broker_cpu / heard.took * 100.0, "%"),
    )


COMPANY = "adhoc_teamwork.measuring.broker.ros.company"
RESIDENTS, NEWCOMERS = 5, 12
WITHIN = 1.0
"""Seconds from the moment in which DDS has made newcomer and broker known to each other."""
_LONGEST = 20.0


def measure_joining(setting: Setting) -> Result:
    """Have robots join, one after another, a team that has talked for a while."""
    with Children(setting.environment) as children:
        children.start("broker", BROKER)
        company = children.start("company", COMPANY)
        settled = company.ask({"do": "settle", "robots": RESIDENTS, "within": CONNECT}, 3 * CONNECT)
        found: list[float] = []
        exchanged: list[float] = []
        unknown = 0
        for number in range(NEWCOMERS):
            joined = company.ask({"do": "join", "number": number, "within": _LONGEST}, 2 * _LONGEST)
            found.append(joined["found"])
            exchanged.append(joined["knows"] - joined["found"])
            unknown += joined["unknown"]
    return Result(
        f"Joining a team of {RESIDENTS} that knows {settled['objects']} objects",
        (
            plain("robots that joined", len(found)),
            none_of("facts that they were not told", unknown),
            plain("found by DDS, p50", percentile(found, 50.0), "s"),
            plain("found by DDS, the slowest", max(found), "s"),
            plain("knows its team after that, p50", percentile(exchanged, 50.0), "s"),
            at_most("knows its team after that, the slowest", max(exchanged), WITHIN, "s"),
        ),
    )


TALK = Load(robots=6, processes=1, rate=20.0, kind=MessageKind.CHAT, size=500)
WARM_UP = 0.3
"""Share of the time after which the broker has filled what it keeps a bounded number of."""
GROWTH = 3.0
"""MiB over the rest of the time that count as flat."""
_SAMPLES = 60


def measure_memory(setting: Setting) -> Result:
    """Have robots talk for minutes and follow the broker's resident memory."""
    seconds = setting.memory_minutes * 60.0
    samples: list[tuple[float, float]] = []
    with team(setting, TALK) as (broker, hosts):
        began = time.monotonic()
        for host in hosts:
            host.tell({"do": "speak", "rate": TALK.rate, "seconds": seconds})
        for turn in range(1, _SAMPLES + 1):
            time.sleep(max(0.0, began + turn * seconds / _SAMPLES - time.monotonic()))
            samples.append((time.monotonic() - began, broker.memory()))
        for host in hosts:
            host.answer(60.0)
    times, sizes = np.array(samples).T
    later = times >= WARM_UP * seconds
    slope = float(np.polyfit(times[later], sizes[later], 1)[0])
    growth = slope * (1.0 - WARM_UP) * seconds
    return Result(
        f"Memory of the broker over {setting.memory_minutes:g} minutes",
        (
            plain("messages a second", TALK.rate * TALK.robots, "1/s"),
            plain("after the warm-up", float(sizes[later][0]), "MiB"),
            plain("at the end", float(sizes[-1]), "MiB"),
            at_most("growth after the warm-up", growth, GROWTH, "MiB"),
        ),
    )
