# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hand the cache of a model's answers on to whatever plays episodes: through the environment."""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path

from adhoc_teamwork.benchmark.models.names import read_model_name
from adhoc_teamwork.llm_port.cache import AnswerCache
from adhoc_teamwork.offline_model.settings import OfflineSettings
from adhoc_teamwork.teamwork.settings.config import ConfigError

FOLDER, ALWAYS = "ADHOC_BENCH_CACHE", "ADHOC_BENCH_CACHE_ALWAYS"
"""Variables that worker processes inherit; Ray is told them."""


def use_cache(options: argparse.Namespace, models: Iterable[str]) -> None:
    """Have workers that start from now on use the cache that the options name, or none.

    Raises:
        ConfigError: It would not be used: a model is asked at a temperature above 0. Or it would
            give one episode's errors to another, or cannot be written.
    """
    folder, always = options.cache or "", bool(options.cache_always)
    if always and not folder:
        raise ConfigError("--cache-always: only with --cache")
    for name in sorted(set(models)) if folder and not always else ():
        temperature = read_model_name(name).temperature
        if temperature > 0.0:
            raise ConfigError(
                f"--cache {folder}: {name} is asked at temperature {temperature:g}, at which "
                "answers differ on purpose; expected --temperature 0, or --cache-always"
            )
    for name in sorted(set(models)) if folder else ():
        chosen = read_model_name(name)
        if isinstance(chosen, OfflineSettings) and chosen.errors:
            raise ConfigError(
                f"--cache {folder}: the errors of {name} are of one robot in one episode; expected "
                "no --cache with --errors"
            )
    if folder:
        cache = AnswerCache(Path(folder))
        cache.setup()
        cache.close()
    os.environ[FOLDER] = str(Path(folder).resolve()) if folder else ""
    os.environ[ALWAYS] = "1" if always else ""


def chosen_cache() -> tuple[str, bool]:
    """Return the folder that was handed on, empty for none, and whether to use it always."""
    return os.environ.get(FOLDER, ""), bool(os.environ.get(ALWAYS))
