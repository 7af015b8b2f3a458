# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The message broker: what robots say to each other, and what a late joiner is told.

Robots speak through `radio_link` and the `broker`; people through `chat`, robots of other
vocabularies through `foreign_agents`. `watching` shows it from outside.
"""
