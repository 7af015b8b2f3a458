# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a model's answers mean: judgements, plans, forecasts, agreement as typed values.

Text comes in, typed values or one sentence of what is wrong with it go out. Single actions are read
by the vocabulary's notation.
"""
