# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A door for agents: a model's program may look at a team, ask for things, and stop it.

The console's picture of the team goes out as typed answers; what an agent wants said waits for a
person's yes, which comes over a socket that no tool reaches, and leaves a receipt.
"""
