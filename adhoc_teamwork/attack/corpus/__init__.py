# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The hostile inputs: values of evil, mutations of samples, samples of what is right.

Nothing comes in but a seed; bytes and texts go out.
"""
