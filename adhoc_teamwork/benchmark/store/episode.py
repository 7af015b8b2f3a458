# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What one episode was, and what came of it: one line of episodes.jsonl."""

from dataclasses import asdict, dataclass, field
from typing import Any

from adhoc_teamwork.teamwork.team.channel import OPEN


@dataclass(frozen=True)
class EpisodeKey:
    """Identify an episode within a task set; `adhoc` is "none" for the team alone."""

    task_id: str
    team: str
    adhoc: str
    t0: int
    llm: str = ""
    """Name of the model that policies asked (`model_names`); empty for those that ask none."""
    channel: str = OPEN.name
    """Name of what the team may say to each other, and over which radios (`agents.air`)."""

    def as_data(self) -> dict[str, Any]:
        """Return what files hold of it; they name no channel that is open."""
        data = asdict(self)
        if self.channel == OPEN.name:
            del data["channel"]
        return data


@dataclass(frozen=True)
class ModelTime:
    """Hold what was measured of an episode's calls: no two runs agree on it.

    `seconds` are of wall time, all calls together; `cached` calls were answered from a cache.
    """

    seconds: float
    calls: int
    cached: int = 0


@dataclass(frozen=True)
class Talk:
    """Count what a team said where messages cost something, or radios are not perfect.

    `sent` and `refused` are messages, introductions aside; `unheard` is how often one did not reach
    somebody it was for; `bytes` and `steps` are what those cost that were sent.
    """

    sent: int
    refused: int
    unheard: int
    bytes: int
    steps: int


@dataclass(frozen=True)
class Cooperation:
    """Count what all robots together did (`episodes.cooperation`); `idle` is in steps."""

    subgoals: int
    duplicated: int
    idle: int


@dataclass(frozen=True)
class AgentOutcome:
    """Say how one robot fared; `joined` and `steps` in steps, `path` in metres."""

    name: str
    ad_hoc: bool
    can_manipulate: bool
    battery: int
    joined: int
    steps: int
    stopped: str
    """Why it acts no more: "Stop", "battery", "horizon", "done" (all tidy)."""
    path: float = 0.0
    pickups: int = 0
    puts: int = 0
    failures: int = 0
    wasted_exploring: int | None = None
    """Steps spent on exploring what was explored already (`waste`); None where nobody counted."""
    needless_pickups: int | None = None
    """Things in place that it picked up; None where nobody counted."""
    needless_steps: int | None = None
    """Steps of the errands with these; None where nobody counted."""


@dataclass(frozen=True)
class EpisodeResult:
    """Hold the outcome; `team_steps` is #TS, `tidied_at` the step for each tidied object by id."""

    key: EpisodeKey
    success: bool
    tidied: int
    total: int
    team_steps: int
    agents: tuple[AgentOutcome, ...]
    tidied_at: tuple[tuple[str, int], ...] = ()
    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    messages: int = 0
    decisions: int | None = None
    """Sub-tasks decided for robots that ask a model; None where nobody counted."""
    rule_decisions: int | None = None
    """Sub-tasks decided for robots that follow a rule; None where nobody counted."""
    talk: Talk | None = None
    """What talk cost; None, and not in the line, where it is free and everybody hears all."""
    counts: tuple[tuple[str, int], ...] = ()
    """What methods counted, of all robots together, by name; not in the line where it is nothing.
    """
    cooperation: Cooperation | None = None
    """How the work was shared; None, and not in the line, outside of suites."""
    time: ModelTime | None = field(default=None, compare=False)
    """Not part of the episode's line."""
