# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Prompts of every stage, built from a task's templates.

`templates` loads and tries them, `builder` renders what `..prompt_context` gathers. Nothing here
knows what an answer means.
"""
