# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a run leaves: its events, its statistics, its summary and its timeline.

Robots' topics come in as events; `recorder` writes them and adds them up in `run_statistics`, from
which `ending` decides when a run is over, and `report` and `timeline` say how it went.
"""
