# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The notation of prompts and answers: sub-tasks, sub-skills, judgements, plans as text.

`grammar` reads single actions, the other modules the answers of each stage. Text comes in, typed
values or one sentence of what is wrong with it go out.
"""
