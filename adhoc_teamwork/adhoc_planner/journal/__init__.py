# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An agent's journal: what it took in, in order, and what came of it; enough to repeat it."""
