# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run a segmentation model of the YOLO kind on colour pictures (docs/perception.md)."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.masks.mask_ids import MaskIds
from adhoc_teamwork.perception.masks.vocabulary import Vocabulary
from adhoc_teamwork.perception.masks.yolo import Segment, decode, letterbox
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.extras import how_to_get
from adhoc_teamwork.teamwork.settings.files import check_regular

_SIZE = 640
"""Edge of a model's input where the model leaves it open, pixels."""
_LAYOUT = (
    "expected those of a YOLO segmentation model: one input (1, 3, H, W), outputs "
    "(1, 4 + classes + coefficients, N) and (1, coefficients, h, w)"
)


@dataclass(frozen=True)
class SegmenterSettings:
    """Hold a model's file and thresholds.

    Attributes:
        model: ONNX file.
        confidence: Least score of a thing, 0 to 1.
        overlap: IoU from which two boxes of one class are the same thing.
        threads: Threads of one run; 0 leaves that to the runtime.
    """

    model: Path
    confidence: float = 0.35
    overlap: float = 0.5
    threads: int = 0


class Segmenter:
    """Find things in pictures and draw them into an instance image."""

    def __init__(self, settings: SegmenterSettings, session: Any, vocabulary: Vocabulary) -> None:
        self._settings = settings
        self._session = session
        self._vocabulary = vocabulary
        self._names = _class_names(session, vocabulary.names, str(settings.model))
        self._input, self._size = _input(session, str(settings.model))
        self.ids = MaskIds()

    def segment(self, rgb: NDArray[np.uint8]) -> list[Segment]:
        """Return what a (height, width, 3) picture shows, surest first.

        Raises:
            ConfigError: The model's outputs are of another kind.
        """
        planes, placed = letterbox(rgb, self._size)
        kind = np.float16 if "float16" in self._input.type else np.float32
        outputs = self._session.run(None, {self._input.name: planes.astype(kind, copy=False)})
        candidates, prototypes = self._sorted(outputs)
        settings = self._settings
        return decode(candidates, prototypes, placed, settings.confidence, settings.overlap)

    def instances(self, rgb: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """Return the (height, width) instance image of a picture; `ids` names what is in it."""
        named = [
            (segment, label)
            for segment in self.segment(rgb)
            if (label := self._vocabulary.label(self._names[segment.number])) is not None
        ]
        numbers = self.ids.number([label for _, label in named])
        image = np.zeros(rgb.shape[:2], np.uint16)
        for (segment, _), number in reversed(list(zip(named, numbers, strict=True))):
            image[segment.window][segment.mask] = number
        return image

    def _sorted(self, outputs: Sequence[NDArray[Any]]) -> tuple[FloatArray, FloatArray]:
        """Return candidates and prototypes, without the batch's axis."""
        flat = [output for output in outputs if output.ndim == 3 and len(output) == 1]
        deep = [output for output in outputs if output.ndim == 4 and len(output) == 1]
        if flat and deep:
            candidates = flat[0][0].astype(np.float32, copy=False)
            prototypes = deep[0][0].astype(np.float32, copy=False)
            if len(candidates) == 4 + len(self._names) + len(prototypes):
                return candidates, prototypes
        shapes = ", ".join(str(output.shape) for output in outputs)
        raise ConfigError(
            f"{self._settings.model}: outputs {shapes} with {len(self._names)} classes; {_LAYOUT}"
        )


def load_segmenter(settings: SegmenterSettings, vocabulary: Vocabulary) -> Segmenter:
    """Return a segmenter that runs the model in a file.

    Raises:
        ConfigError: onnxruntime is missing, or the model cannot be used.
    """
    try:
        import onnxruntime
    except ImportError:
        how = how_to_get("segmenter")
        raise ConfigError(f"the segmenter needs onnxruntime: {how}") from None
    try:
        check_regular(settings.model)
    except OSError as error:
        raise ConfigError(f"{settings.model}: {error.strerror}; expected a model in ONNX") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = settings.threads
    options.log_severity_level = 3
    providers = [name for name in onnxruntime.get_available_providers() if "Azure" not in name]
    try:
        session = onnxruntime.InferenceSession(str(settings.model), options, providers=providers)
    except Exception as error:  # noqa: BLE001 (the runtime's own kinds of error are many)
        reason = " ".join(str(error).split())
        raise ConfigError(f"{settings.model}: not a model that can be run: {reason:.200}") from None
    return Segmenter(settings, session, vocabulary)


def _input(session: Any, source: str) -> tuple[Any, tuple[int, int]]:
    """Return the model's input, and its height and width."""
    inputs = session.get_inputs()
    shape = inputs[0].shape if len(inputs) == 1 else []
    if len(shape) != 4 or (shape[1] not in (3, None) and not isinstance(shape[1], str)):
        raise ConfigError(f"{source}: inputs {[i.shape for i in inputs]}; {_LAYOUT}")
    height, width = (edge if isinstance(edge, int) and edge > 0 else _SIZE for edge in shape[2:])
    return inputs[0], (height, width)


def _class_names(session: Any, listed: Sequence[str], source: str) -> tuple[str, ...]:
    """Return the model's own names of its classes, or those listed where it has none."""
    written = session.get_modelmeta().custom_metadata_map.get("names")
    if not written:
        return tuple(listed)
    try:
        names = ast.literal_eval(written)
        if isinstance(names, Mapping):
            names = [names[number] for number in range(len(names))]
        return tuple(str(name) for name in names)
    except (ValueError, SyntaxError, KeyError, TypeError):
        raise ConfigError(
            f"{source}: metadata 'names': expected names by number, got {written:.80}"
        ) from None
