# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the fakes of this folder importable under any import mode, in worker processes too."""

import sys
from functools import partial
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from bench_episodes import DrawnSet, draw_set

from adhoc_teamwork.benchmark.generation.suites import c_wah, tdw_mat
from adhoc_teamwork.benchmark.generation.suites.goods import CONTAINER, TARGET, Places, Spot
from adhoc_teamwork.benchmark.generation.suites.plan import HouseOrder, SuitePlan
from adhoc_teamwork.benchmark.generation.whole_set import write_set
from adhoc_teamwork.benchmark.suites.registry import C_WAH, TDW_MAT
from adhoc_teamwork.benchmark.tasks.task import TaskSet
from adhoc_teamwork.teamwork.scene import FLOOR

Set = tuple[Path, TaskSet]


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> DrawnSet:
    """Return a small task set, drawn once."""
    return draw_set(tmp_path_factory.mktemp("drawn"))


@pytest.fixture(scope="session")
def household(tmp_path_factory: pytest.TempPathFactory) -> Set:
    """Return a set with one episode of washing dishes."""
    folder = tmp_path_factory.mktemp("suite") / "c-wah"
    work = partial(c_wah.draw_house, plan=SuitePlan(C_WAH, 0))
    return folder, write_set(folder, "c-wah", 0, [HouseOrder(0, 1)], work, 1)


@pytest.fixture(scope="session")
def transport(tmp_path_factory: pytest.TempPathFactory) -> Set:
    """Return a set with one layout, where things lie as a given table says."""
    places = Places({(TARGET, Spot("LivingRoom", "")): 1, (CONTAINER, Spot("Kitchen", FLOOR)): 1})
    folder = tmp_path_factory.mktemp("suite") / "tdw-mat"
    work = partial(tdw_mat.draw_house, plan=SuitePlan(TDW_MAT, 0, places=places))
    return folder, write_set(folder, "tdw-mat", 0, [HouseOrder(0, 0)], work, 1)
