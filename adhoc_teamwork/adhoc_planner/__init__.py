# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner: language-model port, prompts, IRoT, sub-skill planning, state assessment."""

import logging

# Who runs a planner says where its log goes; without that it goes nowhere.
logging.getLogger(__name__).addHandler(logging.NullHandler())
