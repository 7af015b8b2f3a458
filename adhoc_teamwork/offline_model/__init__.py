# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The offline model, a rule-based stand-in for a language model: it reads the same prompt text.

A prompt's text comes in, `reading` finds facts in it, and `stages` answer by rule out of `options`,
from common sense (`knowledge`) and with a model's `errors`. It knows no method, no task and no
world.
"""
