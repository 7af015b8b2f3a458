# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A run as OpenTelemetry spans: what is recorded of robots and models goes to a collector, too."""
