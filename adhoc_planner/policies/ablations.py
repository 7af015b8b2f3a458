# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Interactive reflection with parts left out, as Table IV of the paper compares (section V-H)."""

from adhoc_planner.policies.irot import Stages, make_irot
from adhoc_planner.policies.policy import Policy, PolicyKit


def make_without_evaluation(kit: PolicyKit) -> Policy:
    """Return the policy that reflects on candidates in the order in which they were named."""
    return make_irot(kit, Stages(evaluation=False))


def make_without_reflection(kit: PolicyKit) -> Policy:
    """Return the policy that does what it ranks first, and waits for nobody's answer."""
    return make_irot(kit, Stages(reflection=False))


def make_without_both(kit: PolicyKit) -> Policy:
    """Return the policy that does what it names first."""
    return make_irot(kit, Stages(evaluation=False, reflection=False))
