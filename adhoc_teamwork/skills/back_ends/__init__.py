# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The protocols of navigation, hand and motions, which sub-skills start and poll.

Implementations are under `..ros` and `..arms`; refusals are told in a planner's words.
"""
