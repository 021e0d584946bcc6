#!/usr/bin/python3
"""What PyTorch makes of cases.

    pytorch.py DIR

DIR/cases.json lists the cases, DIR/NUMBER/x0.npy and so on are a case's operands. The
results become DIR/NUMBER/y0.npy and so on; what fails, DIR/NUMBER/error. Prints the
version.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import math
import pathlib
import sys

import numpy as np
import torch
import torch.nn.functional as F

INDICES = {"ui32": np.uint32, "ui64": np.uint64}


def count_from_planes(case, sizes):
    """Where each plane begins: PyTorch's indices count in planes, dml's in the whole
    tensor."""
    planes = np.arange(math.prod(sizes[:2]), dtype=np.int64) * math.prod(sizes[2:])
    return planes.reshape(sizes[:2] + [1] * len(case["call"]["window"]))


def max_pooling(case, x):
    call = case["call"]
    rank = len(call["window"])
    pool = {2: F.max_pool2d, 3: F.max_pool3d}[rank]
    values, indices = pool(
        torch.from_numpy(x),
        call["window"],
        call["strides"],
        call["pads"][:rank],
        call["dilations"],
        ceil_mode=call.get("ceil", False),
        return_indices=True,
    )
    if not case["index_type"]:
        return [values]
    whole = indices.numpy() + count_from_planes(case, case["sizes"])
    return [values, whole.astype(INDICES[case["index_type"]])]


def max_unpooling(case, x, indices):
    call = case["call"]
    output = case["output_sizes"]
    planes = indices.astype(np.int64) - count_from_planes(case, output)
    return [
        F.max_unpool2d(
            torch.from_numpy(x),
            torch.from_numpy(planes),
            call["window"],
            call["strides"],
            call["pads"][:2],
            output_size=output[2:] if "output" in call else None,
        )
    ]


def in_two_dimensions(case):
    """Window, dilations, paddings and strides, in the order of PyTorch's functions;
    one dimension is the second of two."""
    names = ("window", "dilations", "start", "strides")
    defaults = (1, 1, 0, 1)
    more = 2 - len(case["window"])
    return [[default] * more + case[name] for name, default in zip(names, defaults)]


def unfold(case, x):
    n, c, *spatial = x.shape
    planes = torch.from_numpy(x).reshape([n, c] + [1] * (2 - len(spatial)) + spatial)
    return [F.unfold(planes, *in_two_dimensions(case))]


def fold(case, x):
    spatial = case["output_sizes"][2:]
    planes = [1] * (2 - len(spatial)) + spatial
    images = F.fold(torch.from_numpy(x), planes, *in_two_dimensions(case))
    return [images.reshape(case["output_sizes"])]


def compute(case, inputs):
    if case["operator"] == "depth_to_space1":
        return [F.pixel_shuffle(torch.from_numpy(*inputs), case["block"])]
    if case["operator"] == "space_to_depth1":
        return [F.pixel_unshuffle(torch.from_numpy(*inputs), case["block"])]
    functions = {
        "max_pooling2": max_pooling,
        "max_unpooling": max_unpooling,
        "unfold": unfold,
        "fold": fold,
    }
    return functions[case["operator"]](case, *inputs)


def main():
    folder = pathlib.Path(sys.argv[1])
    torch.set_num_threads(1)
    for case in json.loads((folder / "cases.json").read_text()):
        place = folder / str(case["number"])
        try:
            inputs = [np.load(path) for path in sorted(place.glob("x*.npy"))]
            for i, result in enumerate(compute(case, inputs)):
                np.save(place / f"y{i}.npy", np.ascontiguousarray(result))
        except Exception as error:  # PyTorch's own, of many kinds
            (place / "error").write_text(f"{type(error).__name__}: {error}\n")
    print("PyTorch", torch.__version__)


if __name__ == "__main__":
    with torch.inference_mode():
        main()
