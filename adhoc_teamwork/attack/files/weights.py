# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the reader of learned weights: arrays that are pickles, archives that swell."""

import io
import json
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import SHIPPED, read_weights
from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.trial.target import Strike, Target, read_with
from adhoc_teamwork.teamwork.settings.config import ConfigError

_NAME = "learning"


def make_targets() -> list[Target]:
    """Return a target for the arrays, whose digest fits, and one for what describes them."""
    arrays = (SHIPPED / f"{_NAME}.npz").read_bytes()
    contents = (SHIPPED / f"{_NAME}.json").read_bytes()

    def prepare_arrays(folder: Path) -> Strike:
        folder.mkdir(parents=True)
        described = json.loads(contents)

        def strike(data: bytes) -> object:
            described["digest"] = sha256(data).hexdigest()
            (folder / f"{_NAME}.npz").write_bytes(data)
            (folder / f"{_NAME}.json").write_text(json.dumps(described), encoding="utf-8")
            return read_weights(folder, _NAME)

        return strike

    def prepare_contents(folder: Path) -> Strike:
        folder.mkdir(parents=True)
        (folder / f"{_NAME}.npz").write_bytes(arrays)
        return read_with(lambda path: read_weights(path.parent, _NAME), f"{_NAME}.json")(folder)

    return [
        Target("weights.npz", prepare_arrays, (arrays,), (ConfigError,), Shape.BYTES, _archives),
        Target("weights.json", prepare_contents, (contents,), (ConfigError,), Shape.JSON,
               evil.yaml_documents),
    ]  # fmt: skip


def _archives(canary: Path) -> Sequence[bytes]:
    """Return archives whose members are pickles, lie about their sizes, or swell."""
    members = [_header(shape, kind) for kind in ("|O", "<f4", "<U100000000", "|V0", "x", "<f4,<f4")
               for shape in ("(2,)", "(4000000000, 4000000000)", "(-1,)", "()", "(0,)", "None")]  # fmt: skip
    members += [_header("(1,)", "|O") + one for one in evil.pickles(canary)]
    members += [
        b"",
        b"\x93NUMPY",
        b"\x93NUMPY\x09\x00",
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff",
        *evil.pickles(canary),
    ]
    members += [
        _raw_header(f"__import__('os').system('touch {canary}/header')"),
        _raw_header("[" * 5000),
    ]
    archives = [
        _packed({"policy/0/weight.npy": member, "policy/0/bias.npy": member}) for member in members
    ]
    names = [name.removesuffix(".npy") for name in _names()]
    archives += [_packed({f"{name}.npy": member for name in names}) for member in members]
    archives.append(
        _packed(
            {
                f"{name}.npy": _header("(500000000,)", "<f4") + bytes(50_000_000)
                for name in names[:1]
            }
        )
    )
    archives.append(_packed({"../../evil.npy": _header("(1,)", "<f4") + bytes(4)}))
    return (*archives, *evil.pickles(canary), b"PK\x05\x06" + bytes(18), b"")  # fmt: skip


def _names() -> list[str]:
    with zipfile.ZipFile(SHIPPED / f"{_NAME}.npz") as archive:
        return archive.namelist()


def _header(shape: str, kind: str) -> bytes:
    return _raw_header(f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}")


def _raw_header(text: str) -> bytes:
    line = text.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(line).to_bytes(2, "little") + line


def _packed(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()
