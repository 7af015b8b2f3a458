# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Policies that ask a language model: the paper's, its baselines and ablations, negotiation.

Each makes a `Policy` of what a `PolicyKit` offers: views go in, prompts go to the model, its
answers are read and checked, and a decision comes out.
"""
