# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The language-model port: one protocol, any endpoint; every room may ask through it.

`openai_model` speaks to endpoints, `cache` answers again what was asked before. A model takes
messages and settings and returns text or an error.
"""
