# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot's body can do: capability, card, resume, what it sees and gets over.

Numbers come from the robot's card and resume, answers carry the number behind them.
"""
