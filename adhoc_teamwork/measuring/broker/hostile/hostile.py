# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""10,000 hostile or malformed messages against a broker and a real planner."""

from pathlib import Path

from adhoc_teamwork.measuring.broker.children import Child, Children
from adhoc_teamwork.measuring.broker.findings import Finding, Result, at_most, none_of, plain
from adhoc_teamwork.measuring.broker.setting import BROKER, CONNECT, Setting

WITNESSES = "adhoc_teamwork.measuring.broker.ros.witnesses"
PLANNER = "adhoc_teamwork.adhoc_planner.ros.node"
MESSAGES = 10_000
GROWTH = 48.0
"""MiB by which a process may grow in the second half of the attack: what it keeps is bounded."""
WITHIN = 20.0
_NO_MODEL = "http://127.0.0.1:9/v1"


def measure_hostile(setting: Setting, count: int = MESSAGES) -> Result:
    """Attack a team and see that it goes on, and that what it knows is true."""
    with Children(setting.environment) as children:
        broker = children.start("broker", BROKER)
        planner = children.start("planner", PLANNER, _planner_words(setting.config))
        witnesses = children.start("witnesses", WITNESSES)
        witnesses.ask({"do": "start", "within": CONNECT}, 2.0 * CONNECT + 10.0)
        half = {
            "do": "attack",
            "count": count // 2,
            "rate": count / setting.seconds,
            "seed": setting.seed,
        }
        within = 10.0 * setting.seconds + 60.0
        took = witnesses.ask(half, within)["took"]
        before = {child.name: child.memory() for child in (broker, planner)}
        took += witnesses.ask(half, within)["took"]
        grown = {c.name: c.memory() - before[c.name] for c in (broker, planner) if c.running}
        joined = witnesses.ask({"do": "join", "within": WITHIN}, 4.0 * WITHIN)
        report = witnesses.ask({"do": "report"}, WITHIN)
        ended = [child for child in (broker, planner) if not child.running]
    dropped = {k: int(v) for k, v in report["broker"].items() if k.startswith("dropped.")}
    knows = report["late_knows"]
    return Result(
        f"{count:,} hostile or malformed messages",
        (
            plain("messages a second", 2 * (count // 2) / took, "1/s"),
            plain("dropped and counted by the broker", sum(dropped.values())),
            none_of("processes that ended", len(ended)),
            *(
                at_most(f"growth of the {name} in the second half", mib, GROWTH, "MiB")
                for name, mib in grown.items()
            ),
            none_of("heard in another's name", report["forged"] + report["strangers"]),
            none_of("heard although malformed", report["unsound"]),
            none_of("heard twice", report["doubled"]),
            none_of("honest messages lost", report["lost"]),
            none_of("teammates told as gone that are there", len(report["told_gone"])),
            none_of("true things a late robot was not told", list(knows.values()).count(False)),
            _answered(joined["planner_answered"], planner),
            *(plain(f"  {name.removeprefix('dropped.')}", n) for name, n in dropped.items()),
        ),
    )


def _answered(has_answered: bool, planner: Child) -> Finding:
    said = "" if has_answered else f" ({planner.name} said last: see its log)"
    return Finding("the planner answers a proposal", f"{has_answered}{said}", "True", has_answered)


def _planner_words(config: Path) -> tuple[str, ...]:
    values = {
        "robot_card": config / "robots" / "small.yaml",
        # Whichever comes first: what the team is to do does not matter here.
        "task_config": min((config / "tasks").glob("*/task.yaml")).parent,
        "llm_base_url": _NO_MODEL,
        "llm_model": "none",
    }
    words = ["--ros-args", "-r", "__ns:=/small"]
    for name, value in values.items():
        words += ["-p", f"{name}:={value}"]
    return tuple(words)
