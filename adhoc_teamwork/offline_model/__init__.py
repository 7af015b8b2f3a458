# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The offline model, a rule-based stand-in for a language model: it reads the same prompt text.

A prompt's text comes in, `reader` finds facts in it, and the modules of the stages answer by rule.
It knows no method, no task and no world.
"""
