# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Why a hand cannot do what it was told."""

from dataclasses import dataclass

from adhoc_teamwork.teamwork.team.causes import Cause


@dataclass(frozen=True)
class Refusal:
    """Hold why something cannot be done: `message` is one sentence without its full stop."""

    cause: Cause
    message: str
