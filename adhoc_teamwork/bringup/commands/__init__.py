# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The commands of `./adhoc`: each its own module, those of other rooms in `handing_over`.

A module adds its words to the parser and starts what does the work; nothing heavy is imported
before that.
"""
