# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The link between members: frames, receipts, and sending again until they come.

`radio` is a robot's end of it; `neighbours` and `pending` hold what each neighbour still has to
get. `link_emulation` delays and drops frames as radio does.
"""
