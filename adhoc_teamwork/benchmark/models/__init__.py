# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which language model policies ask, under which name results keep it, and its cached answers.

Options come in from commands, names go out into results.
"""
