# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Nodes that watch a team: the observer, the recorder, the player, the console's.

Topics of a team come in; a run's folder, a bag and a page go out. `launch_files` is what the files
in launch/ are made of.
"""
