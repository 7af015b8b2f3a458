# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Policies by name: those that ship, and those that other packages offer as entry points."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from inspect import isabstract
from types import MappingProxyType
from typing import TypeGuard, cast

from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit, PolicyMaker
from adhoc_teamwork.adhoc_planner.policies.rule import Rule, by_rule
from adhoc_teamwork.teamwork.offered import load_offered
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.goal import Goal

GROUP = "adhoc_teamwork.policies"
"""Entry points of this group are policies: subclasses of `Rule`, or of type `PolicyMaker`."""


@dataclass(frozen=True)
class PolicyEntry:
    """Say where a policy is; `target` is "module:attribute"."""

    name: str
    target: str
    summary: str
    weaker_model: bool = False
    """It asks the weaker model of Table IV."""
    by_person: bool = False
    """A person decides, so that it is for robots alone."""


_HERE = "adhoc_teamwork.adhoc_planner.policies"
_WITH_MODEL = f"{_HERE}.with_model"
_BUILT_IN = (
    PolicyEntry("heuristic", f"{_HERE}.heuristic:HeuristicPolicy", "rules of appendix F.1"),
    PolicyEntry("rhp", f"{_HERE}.rhp:RuleHierarchy", "TDW's rules: a container first, both hands"),
    PolicyEntry("mhp", f"{_HERE}.planning.mcts:TreeSearchPlanner", "tree search over sub-goals"),
    PolicyEntry(
        "mhp-unannounced",
        f"{_HERE}.planning.mcts:DeafTreeSearchPlanner",
        "mhp that heeds no announced sub-goal",
    ),
    PolicyEntry(
        "learning", f"{_HERE}.learned.learning:LearningPolicy", "behaviour cloning, appendix F.2"
    ),
    PolicyEntry(
        "llm", f"{_WITH_MODEL}.negotiation:make_negotiation", "negotiating team, appendix F.3"
    ),
    PolicyEntry(
        "plastic", f"{_HERE}.learned.plastic:PlasticPolicy", "learned for the likeliest known team"
    ),
    PolicyEntry("irot", f"{_WITH_MODEL}.irot:make_irot", "interactive reflection of thoughts"),
    PolicyEntry("naive", f"{_WITH_MODEL}.single_answer:make_naive", "asks for the next sub-task"),
    PolicyEntry("cot", f"{_WITH_MODEL}.single_answer:make_cot", "asks for it step by step"),
    PolicyEntry("gpl", f"{_WITH_MODEL}.gpl:make_gpl", "predicts teammates, scores candidates"),
    PolicyEntry(
        "irot-no-planner", f"{_WITH_MODEL}.direct:make_direct", "sub-skills without sub-tasks"
    ),
    PolicyEntry(
        "irot-no-evaluation-no-reflection",
        f"{_WITH_MODEL}.ablations:make_without_both",
        "irot that takes the first candidate",
    ),
    PolicyEntry(
        "irot-no-evaluation",
        f"{_WITH_MODEL}.ablations:make_without_evaluation",
        "irot that ranks nothing",
    ),
    PolicyEntry(
        "irot-no-reflection",
        f"{_WITH_MODEL}.ablations:make_without_reflection",
        "irot that asks nobody",
    ),
    PolicyEntry(
        "irot-as-published",
        f"{_WITH_MODEL}.ablations:make_as_published",
        "irot without any rule of ours",
    ),
    PolicyEntry(
        "irot-no-confirm",
        f"{_WITH_MODEL}.ablations:make_without_confirming",
        "irot that confirms no verdict",
    ),
    PolicyEntry(
        "irot-no-reconsider",
        f"{_WITH_MODEL}.ablations:make_without_reconsidering",
        "irot that thinks nothing over",
    ),
    PolicyEntry(
        "irot-no-doubt",
        f"{_WITH_MODEL}.ablations:make_without_doubts",
        "irot that is sure of all it judges",
    ),
    PolicyEntry(
        "irot-no-house",
        f"{_WITH_MODEL}.ablations:make_without_house",
        "irot that compares nothing with others of its kind",
    ),
    PolicyEntry(
        "irot-learned-prior",
        f"{_WITH_MODEL}.ablations:make_with_learned_prior",
        "irot that is told where tidy houses keep things",
    ),
    PolicyEntry(
        "irot-no-stop",
        f"{_WITH_MODEL}.ablations:make_without_stopping",
        "irot that stops only where Stop is not refused",
    ),
    PolicyEntry(
        "irot-no-handover",
        f"{_WITH_MODEL}.ablations:make_without_handing_over",
        "irot that keeps what it holds",
    ),
    PolicyEntry(
        "irot-only-confirm",
        f"{_WITH_MODEL}.ablations:make_with_confirming_alone",
        "irot-as-published with verdicts confirmed",
    ),
    PolicyEntry(
        "irot-only-reconsider",
        f"{_WITH_MODEL}.ablations:make_with_reconsidering_alone",
        "irot-as-published with second thoughts",
    ),
    PolicyEntry(
        "irot-only-doubt",
        f"{_WITH_MODEL}.ablations:make_with_doubts_alone",
        "irot-as-published with doubts",
    ),
    PolicyEntry(
        "irot-only-house",
        f"{_WITH_MODEL}.ablations:make_with_house_alone",
        "irot-as-published with the house heeded",
    ),
    PolicyEntry(
        "irot-only-stop",
        f"{_WITH_MODEL}.ablations:make_with_stopping_alone",
        "irot-as-published with a Stop that nothing refuses",
    ),
    PolicyEntry(
        "irot-only-handover",
        f"{_WITH_MODEL}.ablations:make_with_handing_over_alone",
        "irot-as-published with handing over",
    ),
    PolicyEntry(
        "irot-with-votes",
        f"{_WITH_MODEL}.ablations:make_with_votes",
        "irot that asks more opinions before it moves a thing",
    ),
    PolicyEntry(
        "irot-only-votes",
        f"{_WITH_MODEL}.ablations:make_with_votes_alone",
        "irot-as-published with more opinions",
    ),
    PolicyEntry(
        "irot-weaker-model",
        f"{_WITH_MODEL}.irot:make_irot",
        "irot that asks the weaker model",
        weaker_model=True,
    ),
    PolicyEntry("coela", f"{_WITH_MODEL}.coela:make_coela", "CoELA: talks where that is its plan"),
    PolicyEntry(
        "coela-no-message", f"{_WITH_MODEL}.coela:make_without_message", "coela that says nothing"
    ),
    PolicyEntry(
        "coela-no-memory",
        f"{_WITH_MODEL}.coela:make_without_memory",
        "coela that knows what it sees now",
    ),
    PolicyEntry(
        "coela-no-teammate-state",
        f"{_WITH_MODEL}.coela:make_without_teammate_state",
        "coela without its teammates' states",
    ),
    PolicyEntry(
        "capo", f"{_WITH_MODEL}.capo:make_capo", "CaPo: a plan for all, discussed, adapted"
    ),
    PolicyEntry("capo-none", f"{_WITH_MODEL}.capo:make_none", "capo without a plan for all"),
    PolicyEntry(
        "capo-initial", f"{_WITH_MODEL}.capo:make_initial", "capo with one's first plan for all"
    ),
    PolicyEntry(
        "capo-frozen", f"{_WITH_MODEL}.capo:make_frozen", "capo with a discussed plan that is kept"
    ),
    PolicyEntry(
        "capo-rounds-0", f"{_WITH_MODEL}.capo:make_without_rounds", "capo without discussion"
    ),
    PolicyEntry("capo-rounds-1", f"{_WITH_MODEL}.capo:make_one_round", "capo, one round at most"),
    PolicyEntry("capo-rounds-2", f"{_WITH_MODEL}.capo:make_two_rounds", "capo, two rounds at most"),
    PolicyEntry(
        "emos", f"{_WITH_MODEL}.emos:make_emos", "EMOS: shares that each checks against its body"
    ),
    PolicyEntry(
        "emos-no-numbers",
        f"{_WITH_MODEL}.emos:make_without_numbers",
        "emos whose bodies are told in words alone",
    ),
    PolicyEntry(
        "emos-no-resume",
        f"{_WITH_MODEL}.emos:make_without_resume",
        "emos with roles in the place of bodies",
    ),
    PolicyEntry(
        "emos-no-discussion",
        f"{_WITH_MODEL}.emos:make_without_discussion",
        "emos in which each acts on the task as told",
    ),
    PolicyEntry(
        "person",
        f"{_WITH_MODEL}.person:make_person",
        "a person chooses: ./adhoc chat --for ROBOT",
        by_person=True,
    ),
)


@cache
def policies() -> Mapping[str, PolicyEntry]:
    """Return all policies by name; those that ship go before others of the same name.

    What is installed is looked through once in a process: that takes longer than a robot's step.
    """
    offered = [PolicyEntry(e.name, e.value, e.value) for e in entry_points(group=GROUP)]
    known: dict[str, PolicyEntry] = {}
    for entry in (*_BUILT_IN, *sorted(offered, key=lambda entry: entry.name)):
        known.setdefault(entry.name, entry)
    return MappingProxyType(known)


def find_policy(name: str) -> PolicyEntry:
    """Return the policy of a name.

    Raises:
        ConfigError: There is none.
    """
    known = policies()
    if name not in known:
        raise ConfigError(f"policy {name}: no such policy; expected {', '.join(known)}")
    return known[name]


def load_policy(name: str) -> type[Rule] | PolicyMaker:
    """Return the rule's class, or what makes the policy.

    Raises:
        ConfigError: There is no such policy, what is offered under that name is none, or what the
            rule needs is missing.
    """
    entry = find_policy(name)
    found = load_offered(f"policy {name}", entry.target)
    is_class = isinstance(found, type)
    if not callable(found) or (is_class and not issubclass(found, Rule)):
        raise ConfigError(
            f"policy {name}: {entry.target}: expected a subclass of Rule, or a function that "
            "takes a PolicyKit and returns a Policy"
        )
    if is_class and isabstract(found):
        raise ConfigError(f"policy {name}: {entry.target}: this Rule has no method decide")
    if is_rule(found):
        found.prepare()
    return found  # type: ignore[no-any-return]


def is_rule(found: type[Rule] | PolicyMaker) -> TypeGuard[type[Rule]]:
    """Tell a rule's class from what makes other policies."""
    return isinstance(found, type) and issubclass(found, Rule)


def check_goal(name: str, goal: Goal) -> None:
    """Refuse a goal that a policy cannot understand: a rule reads no words.

    Raises:
        ConfigError: There is no such policy, or the goal is in words and the policy a rule.
    """
    if goal.text and not asks_model(name):
        raise ConfigError(f"policy {name}: a rule understands no goal in words")


def asks_model(name: str) -> bool:
    """Tell whether a policy asks a language model: a `Rule` does not.

    Raises:
        ConfigError: There is no such policy.
    """
    return not is_rule(load_policy(name))


def make_policy(name: str, kit: PolicyKit) -> Policy:
    """Return the policy of a name, made for one robot.

    Raises:
        ConfigError: There is no such policy, or its maker makes something else.
    """
    found = load_policy(name)
    if is_rule(found):
        return by_rule(found(kit.seed))
    made: object = cast("PolicyMaker", found)(kit)
    if not isinstance(made, Policy):
        target = find_policy(name).target
        raise ConfigError(f"policy {name}: {target}: returned no Policy but {type(made).__name__}")
    return made
