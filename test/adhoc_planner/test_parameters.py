# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the planner's parameters say of the model that is asked."""

from adhoc_teamwork.adhoc_planner.parameters import PARAMETERS, model_settings


def test_the_stand_in_alone_is_told_which_robot_asks() -> None:
    values = {parameter.name: parameter.default for parameter in PARAMETERS.parameters}
    values["llm_base_url"] = "http://127.0.0.1:1/v1"
    assert model_settings(values, "offline", "cat").user == "cat"
    assert model_settings(values, "offline-weak", "cat").user == "cat"
    assert model_settings(values, "gpt-4o", "cat").user == ""
