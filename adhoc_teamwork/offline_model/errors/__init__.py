# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The slips of a language model, as often as the settings say.

Facts and answers come in; what one who overlooks, mistakes or invents something makes of them goes
out.
"""
