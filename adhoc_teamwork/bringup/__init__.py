# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bring a team up: set-up, doctor, the command line, the processes of a team, reports.

`commands` parse words, `demo_run` describes a run, `process_control` starts it, `ros/` watches it
and `run_record` keeps what happened. Live or recorded, `team_console` shows it; nothing here
decides for a robot.
"""
