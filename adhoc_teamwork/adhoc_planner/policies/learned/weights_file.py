# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Trained networks on disk: arrays in NAME.npz, what they mean and where from in NAME.json."""

import io
import json
import os
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tokenize import TokenError
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np

from adhoc_teamwork.adhoc_planner.policies.learned.network import Floats, Network
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.settings.files import MEGABYTE, read_regular

FORMAT = 1
MOST_BYTES = 256 * MEGABYTE
_NO_ARRAYS = (BadZipFile, KeyError, ValueError, OSError, EOFError, MemoryError, TokenError,
              NotImplementedError, zlib.error)  # fmt: skip
FOLDER_VARIABLE = "ADHOC_WEIGHTS"
"""Environment variable with the folder of other weights than those that ship."""
SHIPPED = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class Provenance:
    """Say how weights were made; `accuracies` are shares on houses kept out of the training."""

    command: str
    seed: int
    houses: int
    examples: dict[str, int] = field(default_factory=dict)
    accuracies: dict[str, float] = field(default_factory=dict)
    chances: dict[str, float] = field(default_factory=dict)
    """What always naming the most frequent class would reach on the same examples."""
    library: str = ""


@dataclass(frozen=True)
class Contents:
    """Hold the JSON side: classes by network, vocabularies by input, provenance.

    `digest` is the SHA-256 of the arrays' file, hex: the two files belong together.
    """

    format: int
    classes: dict[str, tuple[str, ...]]
    vocabularies: dict[str, tuple[str, ...]]
    provenance: Provenance
    digest: str = ""


@dataclass(frozen=True)
class Weights:
    """Hold networks by name, the vocabularies of their inputs, and where they come from."""

    networks: Mapping[str, Network]
    vocabularies: Mapping[str, tuple[str, ...]]
    provenance: Provenance
    source: str = ""
    _answers: dict[str, dict[Any, Any]] = field(default_factory=dict, compare=False, repr=False)

    def answers(self, name: str) -> dict[Any, Any]:
        """Return what a network, by its name, was asked so far with its answers, to be added to."""
        return self._answers.setdefault(name, {})

    def network(self, name: str, inputs: int) -> Network:
        """Return a network that takes so many inputs.

        Raises:
            ConfigError: There is none of that name and size.
        """
        found = self.networks.get(name)
        if found is None or not found.fits(inputs):
            raise ConfigError(
                f"{self.source}: {name}: expected a network of {inputs} inputs; train anew with "
                "adhoc bench train"
            )
        return found

    def vocabulary(self, name: str) -> tuple[str, ...]:
        """Return the names that an input knows.

        Raises:
            ConfigError: There are none.
        """
        if name not in self.vocabularies:
            raise ConfigError(f"{self.source}: vocabularies: {name}: expected a list of names")
        return self.vocabularies[name]


def weights_folder() -> Path:
    """Return the folder of the weights in use."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else SHIPPED


def read_weights(folder: Path, name: str) -> Weights:
    """Return the weights NAME in a folder, checked.

    Raises:
        ConfigError: A file is missing or broken, or the two do not belong together.
    """
    path = folder / f"{name}.npz"
    try:
        raw = read_regular(path, MOST_BYTES)
    except OSError as error:
        raise ConfigError(
            f"{path}: {error.strerror}; expected weights made by adhoc bench train"
        ) from None
    contents = load_config(path.with_suffix(".json"), Contents)
    if contents.format != FORMAT:
        raise ConfigError(f"{path.with_suffix('.json')}: format: {contents.format}; "
                          f"expected {FORMAT}")  # fmt: skip
    if contents.digest != sha256(raw).hexdigest():
        raise ConfigError(f"{path}: not the arrays that {name}.json describes; train anew")
    networks = {n: _network(path, raw, n, classes) for n, classes in contents.classes.items()}
    return Weights(networks, contents.vocabularies, contents.provenance, str(path))


@lru_cache(maxsize=4)
def shared_weights(name: str, folder: Path) -> Weights:
    """Return weights as all robots of a process share them; see `read_weights`."""
    return read_weights(folder, name)


def packed(weights: Weights) -> tuple[bytes, bytes]:
    """Return the contents of the two files, arrays and JSON; equal weights give equal bytes."""
    arrays = {}
    for name, network in weights.networks.items():
        for number, (weight, bias) in enumerate(zip(network.weights, network.biases, strict=True)):
            arrays[f"{name}/{number}/weight"] = weight
            arrays[f"{name}/{number}/bias"] = bias
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    raw = buffer.getvalue()
    contents = Contents(
        FORMAT,
        {name: network.classes for name, network in weights.networks.items()},
        dict(weights.vocabularies),
        weights.provenance,
        sha256(raw).hexdigest(),
    )
    text = json.dumps(asdict(contents), indent=1, ensure_ascii=False) + "\n"
    return raw, text.encode()


def _numbers(member: object) -> Floats:
    """Return a member of an archive, which may hold anything, as an array.

    Raises:
        ValueError: It is none of numbers.
    """
    if not isinstance(member, np.ndarray) or member.dtype.kind not in "fiu":
        raise ValueError("a member is no array of numbers")
    return np.asarray(member, dtype=np.float32)


def _network(path: Path, raw: bytes, name: str, classes: tuple[str, ...]) -> Network:
    weights: list[Floats] = []
    biases: list[Floats] = []
    try:
        with ZipFile(io.BytesIO(raw)) as packed:
            size = sum(one.file_size for one in packed.infolist())
        if size > MOST_BYTES:
            raise ValueError(f"{size} bytes once unpacked")
        with np.load(io.BytesIO(raw), allow_pickle=False) as arrays:
            while f"{name}/{len(weights)}/weight" in arrays:
                layer = f"{name}/{len(weights)}"
                biases.append(_numbers(arrays[f"{layer}/bias"]))
                weights.append(_numbers(arrays[f"{layer}/weight"]))
    except _NO_ARRAYS as error:
        raise ConfigError(f"{path}: {error}; expected arrays made by adhoc bench train") from None
    return Network(classes, tuple(weights), tuple(biases))
