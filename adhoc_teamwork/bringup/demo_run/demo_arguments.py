# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The arguments of `adhoc demo`, as argparse reads them; nothing here needs a set-up."""

import argparse
from collections.abc import Mapping

from adhoc_teamwork.llm_port.answer_limits import add_answer_limits
from adhoc_teamwork.llm_port.hosted import HOSTED_MODEL, HOSTED_URL, hosted_url
from adhoc_teamwork.offline_model.error_rates import errors_option
from adhoc_teamwork.teamwork.channel_names import (
    CHANNEL_HELP,
    CHANNEL_NAMES,
    PRICE_HELP,
    channel_at,
    price,
)
from adhoc_teamwork.teamwork.default_task import TIDY_UP
from adhoc_teamwork.teamwork.settings.input_words import folder_to_read, name_of_task, name_or_file
from adhoc_teamwork.teamwork.settings.navigation import Navigation, why_not
from adhoc_teamwork.teamwork.settings.number_words import number, positive_number, whole_number
from adhoc_teamwork.teamwork.settings.speed import MAX, read_speed
from adhoc_teamwork.teamwork.team.llm_call import MOST_PICTURES

DEFAULT_POLICY = "irot"
PERSON = "person"
"""The policy of a robot for which a person decides."""
CELL_METHODS = ("roco", "roco-no-history", "roco-no-feedback")
"""What --policy may be with --cell, beside `person`."""
SCENARIO = "late_helper"
"""What is played where nothing else is asked for."""
_USUAL = {"scenario": SCENARIO, "task": TIDY_UP, "pictures": 0}
DETAILS = """
A scenario brings its own house and misplaced objects. --misplaced puts K objects, drawn with
--seed, out of place instead; so does --house, with as many as the scenario has unless --misplaced
says otherwise. With another --task, a goal with K things (3 unless --misplaced says otherwise)
is drawn for the house and told to the robots. --taskset plays an episode of a suite instead. The
run's folder holds task.json, summary.json, events.jsonl, llm_calls.jsonl, bag/
(./adhoc replay), logs/ and timeline.png.

Exit code: 0 all done, 1 not, 2 wrong input, 130 interrupted.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options to the command's parser."""
    task = parser.add_argument_group("task")
    task.add_argument("--scenario", default=SCENARIO, metavar="NAME|FILE",
        type=name_or_file("scenarios", ".yaml", ".yml"),
        help="late_helper (default), missing_arm, or a scenario file")  # fmt: skip
    task.add_argument("--task", default=TIDY_UP, type=name_of_task, metavar="NAME",
        help="what is to be done: tidy_up (default), household, transport, open_ended, or another "
        "folder of config/tasks; a goal is drawn with --seed")  # fmt: skip
    task.add_argument("--house", type=name_or_file("houses", ".json"), metavar="FILE",
        help="a house file in ProcTHOR's format; robots start somewhere in it")  # fmt: skip
    task.add_argument("--taskset", type=folder_to_read, metavar="FOLDER",
        help="a task set of c-wah or tdw-mat (./adhoc bench generate --suite), of which --episode "
        "is played; two robots of one body, there from the start")  # fmt: skip
    task.add_argument("--episode", default="", metavar="NAME",
        help="with --taskset: the task's id, such as d0_03_groceries")  # fmt: skip
    task.add_argument("--cell", type=name_or_file("cells", ".yaml"), metavar="NAME|FILE",
        help="fixed arms at tables in place of a house, such as sort_cubes; needs MuJoCo "
        "(docs/cells.md)")  # fmt: skip
    task.add_argument("--switch", default="", metavar="WORDS",
        help="with --cell: arms that are switched on and off before rounds, such as "
        "'Chad off 0, Chad on 3'")  # fmt: skip
    task.add_argument(
        "--misplaced", type=whole_number(1), metavar="K", help="put K objects out of place"
    )
    task.add_argument("--seed", type=whole_number(), default=0, metavar="N",
        help="what --misplaced and start places are drawn with (default 0)")  # fmt: skip
    task.add_argument("--list-misplaced", action="store_true",
        help="say what is moved where, and run nothing")  # fmt: skip
    task.add_argument("--without-adhoc", action="store_true",
        help="leave out the robot that joins late, to compare")  # fmt: skip
    task.add_argument("--navigation", choices=[str(kind) for kind in Navigation],
        help="who drives the robots: the simulator's stand-in for Nav2 (built-in), or Nav2 of a "
        "sourced ROS 2 (default: as the scenario says)")  # fmt: skip
    task.add_argument("--time-limit", type=positive_number, metavar="S",
        help="give up after S simulated seconds")  # fmt: skip
    policies = parser.add_argument_group("policies")
    policies.add_argument("--policy", default=DEFAULT_POLICY, metavar="P",
        help=f"of the robot that joins late (default {DEFAULT_POLICY}); docs/policies.md "
        "lists them")  # fmt: skip
    policies.add_argument("--team-policy", default=DEFAULT_POLICY, metavar="P",
        help=f"of the other robots (default {DEFAULT_POLICY})")  # fmt: skip
    policies.add_argument("--channel", choices=CHANNEL_NAMES,
        help=f"{CHANNEL_HELP} (default: as the scenario says)")  # fmt: skip
    policies.add_argument("--price", type=price, metavar="N", help=PRICE_HELP)
    run = parser.add_argument_group("run")
    run.add_argument("--speed", type=read_speed, default=3.0, metavar="F|max",
        help="simulated seconds per second (default 3); max: as fast as the robots keep up, and "
        "simulated time waits for them")  # fmt: skip
    run.add_argument("--discovery", metavar="LINE",
        help="how processes find each other: 'machine', 'multicast', 'server HOST[:PORT] ...' or "
        "'peers HOST ...' (default: as many as they are find each other best)")  # fmt: skip
    run.add_argument("--out", metavar="DIR", help="run folder (default runs/<date>-<time>)")
    run.add_argument("--watch", action="store_true", help="a live table instead of lines")
    run.add_argument("--record-images", action="store_true",
        help="record pictures, point clouds and object-room maps in the bag as well")  # fmt: skip
    model = parser.add_argument_group("language model")
    model.add_argument("--llm", choices=("offline", "openai"), default="offline",
        help="the offline model, a rule-based stand-in (default), or any OpenAI-compatible "
        "endpoint with the key in OPENAI_API_KEY")  # fmt: skip
    model.add_argument("--model", metavar="M",
        help=f"model to ask of it (default OPENAI_MODEL, else {HOSTED_MODEL})")  # fmt: skip
    model.add_argument("--base-url", metavar="U",
        help=f"endpoint (default OPENAI_BASE_URL, else {HOSTED_URL})")  # fmt: skip
    add_answer_limits(model)
    model.add_argument("--pictures", type=whole_number(0, MOST_PICTURES), default=0, metavar="N",
        help="show a model that sees up to N small pictures a question: of things to judge, of "
        "where a thing lay that was grasped (default 0: text alone)")  # fmt: skip
    model.add_argument("--budget", metavar="[SCOPE.]KIND=N,...",
        help="what may be spent on the model, in calls, tokens, usd and seconds, by all robots, by "
        "each (robot.) or for each decision (decision.), such as usd=0.50,decision.seconds=60; "
        "when it is spent they go on by rule")  # fmt: skip
    model.add_argument("--latency", type=number(), default=2.0, metavar="S",
        help="simulated seconds the offline model takes to answer (default 2); at --speed max any "
        "model")  # fmt: skip
    model.add_argument("--hallucination", type=number(0.0, 1.0), metavar="RATE",
        help="share of the offline model's answers with a slip, 0 to 1 (default 0)")  # fmt: skip
    model.add_argument("--errors", type=errors_option, metavar="RATES",
        help="how often the offline model gets facts wrong, and how alike stages and robots do, "
        "such as misjudge=0.1,stages=0.5 (default none)")  # fmt: skip
    model.add_argument("--cache", metavar="DIR",
        help="answer prompts that were asked before from DIR; a hosted model's temperature is not "
        "0, so add --cache-always")  # fmt: skip
    model.add_argument("--cache-always", action="store_true",
        help="use --cache at any temperature: one prompt, one answer")  # fmt: skip


def contradiction(values: argparse.Namespace, environment: Mapping[str, str]) -> str:
    """Return what is wrong with options together, in one line, or an empty text."""
    if values.cell and (wrong := _unfit_for_cell(values)):
        return wrong
    if values.switch and not values.cell:
        return "--switch: only with --cell"
    if (values.taskset or values.episode) and (wrong := _unfit_for_episode(values)):
        return wrong
    hosted = values.llm == "openai"
    if hosted and not environment.get("OPENAI_API_KEY"):
        return (
            "--llm openai: OPENAI_API_KEY is not set; expected a key in the environment "
            "(any word for an endpoint that asks for none)"
        )
    if not hosted and (values.model or values.base_url):
        option = "--model" if values.model else "--base-url"
        return f"{option}: only for --llm openai; the offline model has no choice of it"
    if not hosted and (values.llm_time_limit or values.llm_max_tokens):
        option = "--llm-time-limit" if values.llm_time_limit else "--llm-max-tokens"
        return f"{option}: only for --llm openai; the offline model answers by rule"
    if hosted and values.hallucination is not None:
        return "--hallucination: only for the offline model; a hosted one has its own"
    if hosted and values.errors is not None:
        return "--errors: only for the offline model; a hosted one has its own"
    if values.errors and values.cache:
        return "--cache: not with --errors, which are of one robot in one run"
    if values.cache_always and not values.cache:
        return "--cache-always: only with --cache DIR"
    if hosted and values.cache and not values.cache_always:
        return (
            "--cache: a hosted model is asked at a temperature at which answers differ on purpose; "
            "expected --cache-always with it"
        )
    if PERSON in (values.policy, values.team_policy) and values.speed == MAX:
        return "--speed max: not with a person, who needs time; expected a number"
    try:
        channel_at(values.channel or "", values.price)
    except ValueError as error:
        return str(error)
    wrong = why_not(Navigation(values.navigation or Navigation.BUILT_IN), environment)
    if wrong:
        return wrong
    base_url = hosted_url(values.base_url, environment)
    if hosted and not base_url.startswith(("http://", "https://")):
        return f"--base-url {base_url}: expected http://... or https://..."
    return ""


def _unfit_for_episode(values: argparse.Namespace) -> str:
    """Return which option is none for an episode of a suite, in one line, or an empty text."""
    if not values.taskset:
        return "--episode: only with --taskset FOLDER"
    if not values.episode:
        return "--taskset: expected --episode NAME with it, the id of a task in it"
    for name in ("scenario", "task", "house", "misplaced", "navigation"):
        if getattr(values, name) != _USUAL.get(name):
            return f"--{name}: not with --taskset, which brings its own"
    return ""


def _unfit_for_cell(values: argparse.Namespace) -> str:
    """Return which option is none for arms in a cell, in one line, or an empty text."""
    houses = ("scenario", "task", "taskset", "house", "misplaced", "list_misplaced")
    others = ("without_adhoc", "navigation", "channel", "price", "budget", "errors", "cache")
    for name in (*houses, *others, "pictures"):
        if getattr(values, name) not in (_USUAL.get(name), None, False):
            return f"--{name.replace('_', '-')}: not with --cell"
    if values.speed == MAX:
        return "--speed max: not with --cell; expected a number"
    if values.policy not in (*CELL_METHODS, PERSON):
        known = ", ".join((*CELL_METHODS, PERSON))
        return f"--policy {values.policy}: with --cell expected one of {known}"
    if values.team_policy not in (DEFAULT_POLICY, *CELL_METHODS):
        known = ", ".join(CELL_METHODS)
        return f"--team-policy {values.team_policy}: with --cell expected one of {known}"
    return ""
