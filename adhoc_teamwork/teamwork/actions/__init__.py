# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What robots can be asked to do, each described once.

A `SubTaskSpec` or `SubSkillSpec` holds name, typed arguments, notation, words for a model, and
where its rule, effect, default step and bodies are; `registry` holds those that ship and those that
other packages offer. Whatever has to do with actions reads it; it imports none of its readers.
"""
