# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An agent's journal: what it took in, in order, and what came of it; enough to repeat it.

Inputs are noted as they come, decisions as they are made, all as lines of JSON. `turned_agent` runs
an agent from them turn by turn.
"""
