# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The broker between hosts: namespaces of the network, with links that fail.

`hosts` makes them on this machine, `networks` has robots talk over them and counts what arrived.
"""
