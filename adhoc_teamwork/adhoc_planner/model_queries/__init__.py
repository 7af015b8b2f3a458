# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions to a language model: which are asked when, until an answer can be used.

`query_scheduler` decides what is asked ahead of need, `llm_query` asks a bounded number of times,
and `model_health` says whether asking makes sense at all. Prompts come from `..prompts`, answers go
through `..notation` to whoever asked.
"""
