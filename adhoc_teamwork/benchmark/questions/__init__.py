# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions to a model that speaks for an arm, in the five categories of roco.txt section XIII.

`episode_log` keeps what was so, said and done in episodes of cells, `playing` makes one, `making`
makes questions and keys of it, `drawing` keeps the keys from being guessed, `names` changes who is
who. `asking` puts them to a model, `answers` keeps what it said, `tables` shows how much was right.
"""
