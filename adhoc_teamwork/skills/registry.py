# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-skills by name."""

from dataclasses import replace

from adhoc_teamwork.skills.policy import DEFAULTS, SkillPolicy
from adhoc_teamwork.skills.settings import OTHERS_LIMIT
from adhoc_teamwork.skills.skill import Skill
from adhoc_teamwork.teamwork.actions.registry import load_part, subskills
from adhoc_teamwork.teamwork.settings.config import ConfigError


class Registry:
    """Map names to sub-skills and their time limits (s); tasks may add their own."""

    def __init__(self) -> None:
        self._skills: dict[str, type[Skill]] = {}
        self._policies: dict[str, SkillPolicy] = {}

    def register(self, name: str, skill: type[Skill], time_limit: float = OTHERS_LIMIT) -> None:
        """Add a sub-skill.

        Raises:
            ValueError: The name is taken, or the limit is not a positive number of seconds.
        """
        if name in self._skills:
            raise ValueError(f"sub-skill '{name}' is registered already")
        self._skills[name] = skill
        self.set_limit(name, time_limit)

    def set_limit(self, name: str, seconds: float) -> None:
        """Change how long a sub-skill may take unless its call says otherwise.

        Raises:
            ValueError: Not a positive number of seconds.
        """
        if not seconds > 0.0:
            raise ValueError(f"time limit of {name}: {seconds!r}; expected seconds above 0")
        self.set_policy(name, replace(self.policy(name), time_limit=seconds))

    def set_policy(self, name: str, policy: SkillPolicy) -> None:
        """Change how a sub-skill is bounded.

        Raises:
            ValueError: Something in the policy is wrong.
        """
        if wrong := policy.wrong():
            raise ValueError(f"{name}: {wrong}")
        self._policies[name] = policy

    def policy(self, name: str) -> SkillPolicy:
        """Return how the sub-skill of that name is bounded."""
        return self._policies.get(name, SkillPolicy())

    def skill(self, name: str) -> type[Skill] | None:
        """Return the sub-skill of that name, or None."""
        return self._skills.get(name)

    def limit(self, name: str) -> float:
        """Return the time limit of the sub-skill of that name, in seconds."""
        return self.policy(name).time_limit

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names, in the order of registration."""
        return tuple(self._skills)


def all_skills() -> Registry:
    """Return a registry of all sub-skills that have a body on robots.

    Raises:
        ConfigError: What another package offers as one is none.
    """
    registry = Registry()
    for spec in subskills().values():
        if not spec.skill:
            continue
        skill = load_part(spec.name, spec.skill)
        if not (isinstance(skill, type) and issubclass(skill, Skill)):
            raise ConfigError(f"{spec.name}: {spec.skill}: expected a subclass of Skill")
        policy = DEFAULTS.get(spec.name, SkillPolicy())
        registry.register(spec.name, skill, policy.time_limit)
        registry.set_policy(spec.name, policy)
    return registry
