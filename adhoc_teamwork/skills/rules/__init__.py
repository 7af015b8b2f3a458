# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What sub-skills mean, whatever moves the body: when one can begin, how it may fail.

What a robot knows of itself and its world comes in (`Actor`), a known thing, a place to stand, or a
failure with its cause and sentence goes out. Sub-skills of robots (`..subskills`) and those of the
benchmark's step world go by these; how a body drives, looks and moves its hand is theirs.
"""
