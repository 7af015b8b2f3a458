# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A segmentation model so small that tests build it: it finds what is red and what is green."""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SIZE = 64
COEFFICIENTS = 32
BOXES = np.array(
    [[22.0, 30.0, 14.0, 14.0], [23.0, 30.0, 14.0, 14.0], [44.0, 32.0, 10.0, 10.0]], np.float32
)
"""Middle and size of its three candidates, pixels of its input: two for red, one for green."""


def write_tiny_model(path: Path, names: str = "", classes: int = 2, size: int = SIZE) -> Path:
    """Write a model with the inputs and outputs of YOLO segmentation models, and return its path.

    Prototype 0 is how red a pixel is, prototype 1 how green; a candidate's score is the most red
    or green there is anywhere.
    """

    def fixed(name: str, values: np.ndarray) -> onnx.TensorProto:
        return numpy_helper.from_array(values, name)

    mix = np.zeros((COEFFICIENTS, 3, 1, 1), np.float32)
    mix[0, :, 0, 0] = (20.0, -20.0, -20.0)
    mix[1, :, 0, 0] = (-20.0, 20.0, -20.0)
    offset = np.full(COEFFICIENTS, -10.0, np.float32)
    coefficients = np.zeros((COEFFICIENTS, 3), np.float32)
    coefficients[0, :2], coefficients[1, 2] = 1.0, 1.0
    red = np.array([[0.9, 0.8, 0.0], [0.0, 0.0, 0.7]], np.float32)
    scores = np.concatenate([red, np.zeros((classes - 2, 3), np.float32)])
    nodes = [
        helper.make_node("AveragePool", ["images"], ["small"], kernel_shape=[4, 4], strides=[4, 4]),
        helper.make_node("Conv", ["small", "mix", "offset"], ["output1"]),
        helper.make_node("ReduceMax", ["images"], ["brightest"], axes=[1, 2, 3], keepdims=0),
        helper.make_node("Mul", ["scores", "brightest"], ["seen"]),
        helper.make_node("Concat", ["boxes", "seen", "coefficients"], ["output0"], axis=1),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, size, size])],
        [
            helper.make_tensor_value_info("output0", TensorProto.FLOAT, [1, None, 3]),
            helper.make_tensor_value_info("output1", TensorProto.FLOAT, [1, COEFFICIENTS, 16, 16]),
        ],
        [
            fixed("mix", mix),
            fixed("offset", offset),
            fixed("boxes", BOXES.T[None].copy()),
            fixed("scores", scores[None]),
            fixed("coefficients", coefficients[None]),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    if names:
        helper.set_model_props(model, {"names": names})
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    return path


def red_and_green() -> np.ndarray:
    """Return a dark picture of 128 x 64 pixels with a red and a green square in it.

    In the model's input it is half as large and lies in the middle, from row 16 to row 48.
    """
    picture = np.full((64, 128, 3), 10, np.uint8)
    picture[16:40, 32:56] = (255, 0, 0)
    picture[24:40, 80:96] = (0, 255, 0)
    return picture
