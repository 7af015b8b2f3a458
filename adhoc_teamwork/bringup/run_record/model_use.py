# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Add up what was asked of the language model."""

from dataclasses import dataclass, field
from typing import Any

from adhoc_teamwork.bringup.run_record.events import Event


@dataclass
class ModelUse:
    """Count calls by stage, failures and tokens; latencies in seconds of wall time."""

    by_stage: dict[str, int] = field(default_factory=dict)
    failed: int = 0
    tokens: int = 0
    models: set[str] = field(default_factory=set)
    latency_sum: float = 0.0

    def add(self, event: Event) -> None:
        """Take in one exchange."""
        self.by_stage[event.kind] = self.by_stage.get(event.kind, 0) + 1
        self.failed += bool(event.data.get("error"))
        self.tokens += int(event.data.get("tokens") or 0)
        self.latency_sum += float(event.data.get("latency") or 0.0)
        self.models.add(str(event.data.get("model", "")))

    @property
    def calls(self) -> int:
        """Return how many exchanges there were, repeated ones included."""
        return sum(self.by_stage.values())

    def summary(self) -> dict[str, Any]:
        """Return the numbers as summary.json has them."""
        return {
            "calls": self.calls,
            "by_stage": dict(sorted(self.by_stage.items())),
            "failed": self.failed,
            "tokens": self.tokens,
            "mean_latency_s": round(self.latency_sum / self.calls, 3) if self.calls else 0.0,
            "model": ", ".join(sorted(self.models)),
        }
