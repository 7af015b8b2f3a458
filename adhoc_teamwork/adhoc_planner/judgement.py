# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who judges what is out of place."""

from adhoc_teamwork.teamwork.enums import StrEnum


class Judgement(StrEnum):
    """Name what judges: what the policy brings along, the model, a detector, or common sense."""

    POLICY = "policy"
    MODEL = "model"
    LEARNED = "learned"
    RULE = "rule"
