# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions to a language model, asked a bounded number of times until an answer can be used.

Prompts and parsers come from whoever asks; every attempt is recorded and told to a tracer.
"""
