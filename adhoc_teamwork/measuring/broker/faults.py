# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What goes wrong in the field, and whether anything said is lost or doubled by it."""

import random
import time
from collections.abc import Collection
from itertools import permutations

from adhoc_teamwork.measuring.broker.children import Child
from adhoc_teamwork.measuring.broker.findings import Result, at_least, at_most, none_of, plain
from adhoc_teamwork.measuring.broker.setting import CONNECT, HOST, Setting
from adhoc_teamwork.measuring.broker.talk import Talk, talking_team, told
from adhoc_teamwork.measuring.broker.tally import tally_from_json
from adhoc_teamwork.teamwork.team.message import MessageKind

KILLS = 20
ALIVE, AWAY = (0.5, 4.0), (0.0, 3.0)
"""Seconds between which a broker lives before it is killed, and stays away before the next."""
LOSS, DELAY = 0.2, 0.2
"""Share of frames and seconds."""
PARTITION = 30.0
CLOCKS_APART = 5.0
FREE_WITHIN = 10.0
"""Seconds after a robot's death within which its sub-task must be free again."""
ROBOTS = 4
FLOODER = "flooder"
FLOOD = 1500.0
"""Messages a second that the flooder tries to say."""
FLOOD_HEARD = 40.0
"""Messages a second of it that may pass: what the rules let one robot say, and a burst."""
_BEFORE = 5.0


def measure_kills(setting: Setting) -> Result:
    """Kill the broker at random moments while robots talk, and start it again."""
    draw = random.Random(setting.seed)
    with talking_team(setting, ROBOTS) as talk:
        talk.begin()
        for _ in range(KILLS):
            time.sleep(draw.uniform(*ALIVE))
            talk.broker.kill()
            time.sleep(draw.uniform(*AWAY))
            talk.restart_broker()
        time.sleep(_BEFORE)
        talk.stop()
        account, calm = talk.account()
    return Result(f"Broker killed {KILLS} times at random", told(account, calm))


def measure_loss(setting: Setting) -> Result:
    """Lose a fifth of all frames and delay the rest, both ways, on every hop."""
    with talking_team(setting, ROBOTS, air=True) as talk:
        _set_air(talk, loss=LOSS, delay=DELAY)
        talk.begin()
        time.sleep(setting.seconds)
        talk.stop()
        account, calm = talk.account()
    return Result(f"{LOSS:.0%} of frames lost, {DELAY * 1000:.0f} ms delay", told(account, calm))


def measure_partition(setting: Setting) -> Result:
    """Cut half of the robots off from the other half and the broker."""
    with talking_team(setting, ROBOTS, air=True) as talk:
        talk.begin()
        time.sleep(_BEFORE)
        apart = set(list(talk.robots)[: ROBOTS // 2])
        _set_air(talk, apart=apart)
        time.sleep(PARTITION)
        parted, _ = talk.account(within=0.0)
        _set_air(talk)
        time.sleep(_BEFORE)
        talk.stop()
        account, calm = talk.account()
    return Result(
        f"Partition of {PARTITION:.0f} s",
        (
            plain("robots cut off", len(apart)),
            at_least("deliveries missing at its end", parted.lost, 1),
            *told(account, calm),
        ),
    )


def measure_death(setting: Setting) -> Result:
    """Kill a robot that holds an intent; the team must know that it is free again."""
    with talking_team(setting, ROBOTS) as talk:
        talk.begin()
        time.sleep(_BEFORE)
        victim = next(iter(talk.robots))
        talk.robots[victim].kill()
        killed = time.time()
        talk.dead.add(victim)
        noticed = _notice_of(talk, victim, killed)
        talk.stop()
        account, calm = talk.account()
    return Result(
        "A robot that dies while it holds an intent",
        (
            at_most("its intent is free again for the last teammate", noticed, FREE_WITHIN, "s"),
            *told(account, calm),
        ),
    )


def measure_flood(setting: Setting) -> Result:
    """Have a robot flood the team; the others must still hear each other in full."""
    with talking_team(setting, ROBOTS) as talk:
        flooder = talk.children.start("flooder", HOST)
        join_flooder(flooder)
        talk.begin()
        flood = flooder.ask(
            {"do": "speak", "rate": FLOOD, "seconds": setting.seconds}, 5.0 * setting.seconds + 30.0
        )
        talk.stop()
        reports = talk.ask_all({"do": "report"})
        account, calm = talk.account()
        running = talk.broker.running
    spoken = flood["spoken"][FLOODER]
    said = spoken["last"] - spoken["first"] + 1
    heard = max(tally_from_json(r["tally"]).count_of(FLOODER) for r in reports.values())
    return Result(
        "A robot that floods",
        (
            plain("its messages a second", said / flood["took"], "1/s"),
            at_most("of them heard a second", heard / flood["took"], FLOOD_HEARD, "1/s"),
            none_of("brokers that ended", int(not running)),
            *told(account, calm),
        ),
    )


def measure_clocks(setting: Setting) -> Result:
    """Have robots' clocks run five seconds apart."""
    with talking_team(setting, ROBOTS, clocks=(CLOCKS_APART, -CLOCKS_APART)) as talk:
        talk.begin()
        time.sleep(setting.seconds)
        talk.stop()
        gone = sum(len(answer["gone"]) for answer in talk.ask_all({"do": "report"}).values())
        account, calm = talk.account()
    return Result(
        f"Clocks {CLOCKS_APART:.0f} s ahead and behind",
        (none_of("teammates taken to be gone", gone), *told(account, calm)),
    )


def _notice_of(talk: Talk, victim: str, killed: float) -> float:
    """Return after how many seconds the last teammate took a robot to be gone."""
    until = time.monotonic() + 2.0 * FREE_WITHIN
    while time.monotonic() < until:
        answers = talk.ask_all({"do": "report"}).values()
        if all(victim in answer["gone"] for answer in answers):
            return max(float(answer["gone"][victim]) for answer in answers) - killed
        time.sleep(0.2)
    return float("inf")


def join_flooder(flooder: Child) -> None:
    """Have a process of raw robots find the broker as the robot that floods."""
    start = {"do": "start", "names": [FLOODER], "kind": MessageKind.CHAT, "size": 500}
    flooder.ask(start, CONNECT)
    flooder.ask({"do": "connect", "within": CONNECT}, CONNECT + 10.0)


def _set_air(
    talk: Talk, loss: float = 0.0, delay: float = 0.0, apart: Collection[str] = ()
) -> None:
    """Set every link between robots and broker; those `apart` hear only each other."""
    talk.set_air(
        [
            (one, other, (one in apart) == (other in apart), loss, delay, 0.0)
            for one, other in permutations(["", *talk.robots], 2)
        ]
    )
