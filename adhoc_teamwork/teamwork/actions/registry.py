# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Actions by name: those that ship, and those that other packages offer as entry points."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any, TypeVar

from adhoc_teamwork.teamwork.actions.built_in import SUBSKILLS, SUBTASKS
from adhoc_teamwork.teamwork.actions.spec import ActionSpec, SubSkillSpec, SubTaskSpec, Target
from adhoc_teamwork.teamwork.offered import load_offered, reason_of
from adhoc_teamwork.teamwork.settings.config import ConfigError

SUBTASK_GROUP = "adhoc_teamwork.subtasks"
"""Entry points of this group are a `SubTaskSpec` each, under its own name."""

SUBSKILL_GROUP = "adhoc_teamwork.subskills"
"""Entry points of this group are a `SubSkillSpec` each, under its own name."""

S = TypeVar("S", bound=ActionSpec)


def subtasks() -> Mapping[str, SubTaskSpec]:
    """Return all sub-tasks that can be loaded, by name, in a fixed order: those that ship first."""
    return _subtasks()[0]


def subskills() -> Mapping[str, SubSkillSpec]:
    """Return all sub-skills that can be loaded, by name, in a fixed order: those that ship first.

    What is installed is looked through once in a process.
    """
    return _subskills()[0]


def find_subtask(name: str) -> SubTaskSpec:
    """Return the sub-task of a name.

    Raises:
        ConfigError: There is none, or the package that offers it is at fault.
    """
    return _find("sub-task", name, *_subtasks())


def find_subskill(name: str) -> SubSkillSpec:
    """Return the sub-skill of a name; see `find_subtask`."""
    return _find("sub-skill", name, *_subskills())


@cache
def load_part(action: str, target: Target) -> Any:
    """Return a part of the action of that name.

    Raises:
        ConfigError: There is no such part, or importing it fails; one line.
    """
    found = load_offered(action, target)
    if not callable(found):
        raise ConfigError(f"{action}: {target}: expected something that can be called")
    return found


@cache
def _subtasks() -> tuple[Mapping[str, SubTaskSpec], Mapping[str, str]]:
    return _gathered(SUBTASKS, SUBTASK_GROUP, SubTaskSpec, "sub-task")


@cache
def _subskills() -> tuple[Mapping[str, SubSkillSpec], Mapping[str, str]]:
    return _gathered(SUBSKILLS, SUBSKILL_GROUP, SubSkillSpec, "sub-skill")


def _gathered(
    shipped: Iterable[S], group: str, kind: type[S], what: str
) -> tuple[Mapping[str, S], Mapping[str, str]]:
    """Return the actions by name, and what is wrong with those that are offered in vain."""
    known = {spec.name: spec for spec in shipped}
    faults: dict[str, str] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
        if entry.name in known:
            continue
        try:
            known[entry.name] = _offered(entry.name, entry.value, kind)
        except ConfigError as error:
            faults[entry.name] = f"{what} {error}"
    return MappingProxyType(known), MappingProxyType(faults)


def _offered(name: str, target: Target, kind: type[S]) -> S:
    spec = load_offered(name, target)
    try:
        wrong = spec.wrong() if isinstance(spec, kind) else f"expected a {kind.__name__}"
    except Exception as error:  # noqa: BLE001 (a class of anybody's may fail in any way)
        wrong = reason_of(error)
    if not wrong and spec.name != name:
        wrong = f"is called {spec.name}; expected the entry point's name"
    if wrong:
        raise ConfigError(f"{name}: {target}: {wrong}")
    return spec  # type: ignore[no-any-return]


def _find(what: str, name: str, known: Mapping[str, S], faults: Mapping[str, str]) -> S:
    if name in known:
        return known[name]
    if name in faults:
        raise ConfigError(faults[name])
    raise ConfigError(f"no such {what}: {name!r:.60}; expected {', '.join(known)}")
