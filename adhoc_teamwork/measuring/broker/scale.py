# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What teams of up to 10,000 robots cost, on paper and by a simulation of their queues.

Counts and bytes follow from who hears whom. Delays are simulated: each robot tells its state at a
phase and with jitter of its own, one broker and one robot work off what reaches them, first come
first served, with the processor times that were measured. The same seed gives the same table.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adhoc_teamwork.benchmark.terminal.markdown import table
from adhoc_teamwork.teamwork.enums import StrEnum

SIZES = (10, 100, 1000, 10_000)
BUSY = 0.7
"""Share of a core above which queues begin to grow long."""
SEARCHED = 100_000
_SEED = 2026
_WHO = ("a robot", "a broker", "a team's router", "a region's router")
_HEADS = ("robots", "a robot hears, 1/s", "kB/s", "core %", "a broker takes, 1/s", "core %",
          "a team's router passes, 1/s", "core %", "a region's, core %", "endpoints in each graph",
          "p50, p99, ms")  # fmt: skip


class Design(StrEnum):
    """Who hears whom, by which brokers and routers."""

    ONE = "one broker, all hear all"
    JOINED = "a broker a team, joined by routers, all hear all"
    DIGESTS = "a broker a team, digests between teams"


@dataclass(frozen=True)
class Costs:
    """Hold what one message takes: seconds of one core, and bytes. docs/scale.md has the sources.

    Attributes:
        rate: How often a robot tells its state, 1/s.
        state: Bytes of a state.
        robot: Seconds of a robot for one that it hears.
        broker: Seconds of the broker for one that it takes, its copies left out.
        copy: Seconds of the broker for each computer that it sends one to itself, over DDS.
        idle: Share of a core that the broker needs where nobody speaks.
        router: Seconds of a Zenoh router for each copy that it sends.
        hop: Seconds on the way from one computer to the next.
        digest: Bytes in which a broker says of its team what others need.
        digests: How often it does, 1/s.
        member: Bytes of one robot in a broker's receipt.
        beat: How often a broker says its receipt, 1/s.
        endpoints: What one robot has in the graph: publishers, subscriptions, services.
        team: Robots of a team, where there are several.
        region: Teams of a region, whose digests are heard one by one.
    """

    rate: float = 5.0
    state: int = 245
    robot: float = 0.15e-3
    broker: float = 0.4e-3
    copy: float = 5e-6
    idle: float = 0.03
    router: float = 5e-6
    hop: float = 1e-3
    digest: int = 1000
    digests: float = 1.0
    member: int = 32
    beat: float = 2.0
    endpoints: int = 60
    team: int = 50
    region: int = 20


@dataclass(frozen=True)
class Load:
    """Hold what one robot, broker, and router of a team and of a region have to do, a second.

    Attributes:
        heard: Messages that a robot hears.
        bytes_heard: Bytes of those, receipts included.
        taken: Messages that a broker takes.
        copied: Copies that it sends itself.
        passed: Copies that the router of a team sends.
        regional: Copies that the router of a region sends.
        endpoints: What the graph in each process holds.
    """

    heard: float
    bytes_heard: float
    taken: float
    copied: float
    passed: float
    regional: float
    endpoints: int

    def shares(self, costs: Costs) -> tuple[float, float, float, float]:
        """Return how much of a core robot, broker, team's router and region's router need."""
        return (
            self.heard * costs.robot,
            costs.idle + self.taken * costs.broker + self.copied * costs.copy,
            self.passed * costs.router,
            self.regional * costs.router,
        )


def work_out(robots: int, design: Design, costs: Costs) -> Load:
    """Return the load of a size and design."""
    team = robots if design is Design.ONE else min(robots, costs.team)
    teams = -(-robots // team)
    region = min(teams, costs.region)
    regions = -(-teams // region)
    own, every = team * costs.rate, robots * costs.rate
    receipts = costs.beat * costs.member * team
    if design is Design.DIGESTS:
        digests = (region - 1 + regions - 1) * costs.digests
        said = costs.digests if digests else 0.0
        taken, heard = own + digests, own - costs.rate + digests
        bytes_heard = (own - costs.rate) * costs.state + digests * costs.digest
        # Of a region's digests each goes to each of its other teams, one of them to each region.
        regional = (region * (region - 1) + (regions - 1) * (region + 1)) * said
        passed = taken * team + said
        there = team
    else:
        taken, heard = every, every - costs.rate
        bytes_heard = heard * costs.state
        # What a team says goes to each other of the region, and once to each other region.
        regional = region * own * (region - 1 + regions - 1) + (every - region * own) * region
        passed = taken * team + (own if teams > 1 else 0.0)
        there = robots
    if design is Design.ONE:
        copied, passed, regional = taken * team, 0.0, 0.0
    else:
        copied = 0.0
    return Load(
        heard, bytes_heard + receipts, taken, copied, passed, regional, costs.endpoints * there
    )


def simulate(robots: int, design: Design, costs: Costs) -> tuple[float, float] | None:
    """Return p50 and p99, in seconds, from a robot's word to a teammate's having heard it.

    None where somebody cannot keep up.
    """
    load = work_out(robots, design, costs)
    if max(load.shares(costs)) >= 1.0:
        return None
    team = robots if design is Design.ONE else min(robots, costs.team)
    service = costs.broker + costs.copy * load.copied / load.taken
    return _simulate(team, load.taken - team * costs.rate, service, costs)


def most(design: Design, costs: Costs) -> tuple[int, str]:
    """Return how many robots a design carries with nobody busy for more than `BUSY`, and who is.

    At most `SEARCHED` robots.
    """
    low, high = 1, SEARCHED
    while low < high:
        middle = (low + high + 1) // 2
        if max(work_out(middle, design, costs).shares(costs)) <= BUSY:
            low = middle
        else:
            high = middle - 1
    shares = work_out(min(low + 1, SEARCHED), design, costs).shares(costs)
    return low, _WHO[shares.index(max(shares))]


def _simulate(team: int, foreign: float, service: float, costs: Costs) -> tuple[float, float]:
    """Return p50 and p99 of a word's way through broker and inbox, beside foreign words."""
    draw = random.Random(_SEED)
    words = [(at, True) for at in _spoken(team, costs.rate, draw)]
    words += [(at, False) for at in _spoken(round(foreign / costs.rate), costs.rate, draw)]
    words.sort()
    relayed = _worked_off((at + costs.hop for at, _ in words), service)
    heard = _worked_off((at + costs.hop for at in relayed), costs.robot)
    delays = sorted(
        end - at for (at, is_own), end in zip(words, heard, strict=True) if is_own and at >= 1.0
    )
    return delays[len(delays) // 2], delays[min(len(delays) - 1, len(delays) * 99 // 100)]


def _spoken(robots: int, rate: float, draw: random.Random) -> Iterator[float]:
    """Yield when robots speak in the first two seconds: each at its own phase, a tenth apart."""
    period = 1.0 / rate
    for _ in range(robots):
        phase = draw.random() * period
        for turn in range(round(2.0 * rate)):
            yield phase + (turn + draw.uniform(-0.1, 0.1)) * period


def _worked_off(arrivals: Iterable[float], each: float) -> list[float]:
    """Return when each of what arrives is done by somebody who takes `each` seconds for one."""
    done, free = [], float("-inf")
    for at in arrivals:
        free = max(at, free) + each
        done.append(free)
    return done


def tables() -> str:
    """Return the tables of docs/scale.md, one for each design."""
    costs = Costs()
    texts = []
    for design in Design:
        rows = []
        for robots in SIZES:
            load = work_out(robots, design, costs)
            robot, broker, router, region = (f"{share * 100:.3g}" for share in load.shares(costs))
            rows.append([
                f"{robots:,}", f"{load.heard:,.0f}", f"{load.bytes_heard / 1e3:,.0f}", robot,
                f"{load.taken:,.0f}", broker, f"{load.passed:,.0f}", router, region,
                f"{load.endpoints:,}", _delay(simulate(robots, design, costs)),
            ])  # fmt: skip
        carried, who = most(design, costs)
        up_to = f"{carried:,}" if carried < SEARCHED else f"more than {SEARCHED:,}"
        texts.append(
            f"{design.value.capitalize()}; up to {up_to} robots nobody is busy for more than "
            f"{BUSY * 100:.0f} % of a core, the first that would be: {who}.\n\n"
            f"{table(_HEADS, rows, 0)}\n"
        )
    return "\n".join(texts)


def _delay(delay: tuple[float, float] | None) -> str:
    return "cannot keep up" if delay is None else ", ".join(f"{1e3 * part:.1f}" for part in delay)
