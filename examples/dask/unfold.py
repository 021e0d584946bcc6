#!/usr/bin/env python3
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unfolds a batch of images on the workers of a Dask cluster.

    unfold.py --workers=2 --devices=vulkan://0,vulkan://1
    unfold.py --scheduler=tcp://HOST:8786 --devices=vulkan

The batch is an array of chunks, and each worker unfolds chunks on a device of
its own. What stays on the workers is the result, a Dask array like any other;
here its sum is taken, and it is compared with the result of one machine.
"""

import argparse
import time

import dask.array as da
import dml
import numpy as np
from distributed import Client, LocalCluster, get_worker, wait


def choose_device(devices):
    """A worker's device: the one at its place among the workers' names."""
    name = get_worker().name
    return devices[name % len(devices)] if isinstance(name, int) else devices[0]


def unfold_chunk(chunk, window, devices):
    return dml.unfold(chunk, window, device=choose_device(devices))


def unfold(x, window, devices):
    """dml.unfold of a Dask array that is chunked along the batch."""
    channels, height, width = x.shape[1:]
    columns = (height - window + 1) * (width - window + 1)
    return x.map_blocks(
        unfold_chunk,
        window,
        devices,
        dtype=x.dtype,
        chunks=(x.chunks[0], (channels * window**2,), (columns,)),
        drop_axis=3,
    )


def make_images(numbers, shape):
    """The images of these numbers, the same on every machine."""
    images = [np.random.default_rng(n).random(shape, np.float32) for n in numbers]
    return np.stack(images)


def measure(client, args):
    """Unfolds the batch on the cluster; returns its result and the seconds."""
    numbers = da.arange(args.images, chunks=args.images // args.chunks)
    shape = (3, args.size, args.size)
    x = numbers.map_blocks(
        make_images,
        shape,
        dtype=np.float32,
        new_axis=[1, 2, 3],
        chunks=(numbers.chunks[0], *((size,) for size in shape)),
    ).persist()
    wait(x)
    # Each worker compiles the function for its device once.
    client.run(
        lambda: dml.unfold(
            np.zeros((args.images // args.chunks, *shape), np.float32),
            args.window,
            device=choose_device(args.devices),
        )
    )
    start = time.perf_counter()
    y = unfold(x, args.window, args.devices).persist()
    wait(y)
    return y, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scheduler", help="of a cluster; a local one without it")
    parser.add_argument("--workers", type=int, default=2, help="of the local one")
    parser.add_argument("--devices", type=lambda text: text.split(","), default=["cpu"])
    parser.add_argument("--images", type=int, default=32)
    parser.add_argument("--chunks", type=int, default=8)
    parser.add_argument("--size", type=int, default=224)
    parser.add_argument("--window", type=int, default=3)
    args = parser.parse_args()

    if args.scheduler:
        client = Client(args.scheduler)
    else:
        cluster = LocalCluster(
            n_workers=args.workers, threads_per_worker=1, dashboard_address=None
        )
        client = Client(cluster)
    with client:
        y, seconds = measure(client, args)
        gigabytes = y.nbytes / 1e9
        print(
            f"{len(client.scheduler_info()['workers'])} worker(s): {gigabytes:.3f} GB "
            f"in {seconds:.3f} s"
        )
        images = make_images(range(args.images), (3, args.size, args.size))
        expected = dml.unfold(images, args.window)
        equal = all(
            np.array_equal(y[n].compute(), expected[n]) for n in range(args.images)
        )
        print("equal to one machine's" if equal else "different from one machine's")
        print(f"sum: {float(y.sum(dtype='f8').compute()):.3f}")
    if not equal:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
