# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner: belief, prompts, policies, conversations, sub-skill planning, validity, replay.

Perception, messages and results come in through `belief`; `agent` follows sub-tasks that a policy
of `policies` decides, with `prompts` to a model and `notation` for its answers, which `validity`
checks. Sub-skill goals and team messages go out, and `journal` keeps every turn, so that `replay`
can make it once more.
"""

import logging

# Who runs a planner says where its log goes; without that it goes nowhere.
logging.getLogger(__name__).addHandler(logging.NullHandler())
