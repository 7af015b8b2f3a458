# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How fast perception is: time and memory of one process that takes in the frames of a house.

A recorded tour is taken in round and round, on one core.
"""
