# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The processes of a team: listed, started in a domain of their own, ended for good.

`nodes` reads config/nodes.yaml, `processes` fills in a run's settings, `supervisor` keeps them
going.
"""
