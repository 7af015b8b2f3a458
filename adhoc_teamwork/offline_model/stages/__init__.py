# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The answers to the stages of planning, one module for those of a kind.

Facts and options come in; the text of an answer goes out, in the notation that the prompt asks for.
"""
