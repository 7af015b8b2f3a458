# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Files, configuration, parameters and command lines: how settings come in.

Values are typed and checked where they are read; what is wrong is one line with file, key and
expectation. `places` says where files lie.
"""
