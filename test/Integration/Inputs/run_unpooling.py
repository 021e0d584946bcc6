"""Runs max_unpooling through dml-run on indices of all degrees of locality,
large enough to be shared out among threads, and compares with the definition.

usage: run_unpooling.py FOLDER DML_RUN [dml-run argument...]
"""

import array
import itertools
import math
import os
import random
import subprocess
import sys

# NumPy's name, the array module's, and bytes.
TYPES = {
    "i8": ("|i1", "b", 1),
    "f16": ("<f2", "H", 2),
    "f32": ("<f4", "I", 4),
    "i64": ("<i8", "q", 8),
    "ui32": ("<u4", "I", 4),
    "ui64": ("<u8", "Q", 8),
}


def write_npy(path, dtype, sizes, elements):
    name, code, _ = TYPES[dtype]
    header = f"{{'descr': '{name}', 'fortran_order': False, 'shape': {tuple(sizes)}, }}"
    header = header.ljust(64 * math.ceil((len(header) + 11) / 64) - 11) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little"))
        file.write(header.encode())
        array.array(code, elements).tofile(file)


def make_local(sizes, output, reach):
    """What pooling gives: an index among `reach` rows and columns, from where the
    position itself is in the output."""
    (_, _, height, width), (_, _, out_height, out_width) = sizes, output
    indices = []
    for position in range(math.prod(sizes)):
        plane, in_plane = divmod(position, height * width)
        y, x = divmod(in_plane, width)
        row = y * out_height // height + random.randrange(reach)
        column = x * out_width // width + random.randrange(reach)
        row, column = min(row, out_height - 1), min(column, out_width - 1)
        indices.append((plane * out_height + row) * out_width + column)
    return indices


def sprinkle(indices, every, make_index):
    """Others instead of some; the same one time and again."""
    for position in range(every, len(indices), every):
        indices[position] = make_index(position)
    return indices


# Threads, and bytes of a cache: on the CPU, past the caches as well. The evaluator has
# no use for either. Other devices ignore the threads. Compiling takes most of their
# time, so their runs take turns with the two sizes of the cache.
if "--device=cpu" in sys.argv:
    MODES = itertools.repeat(((1, 1 << 30), (4, 1 << 30), (4, 0)))
elif "--device=reference" in sys.argv:
    MODES = itertools.repeat(((1, 0),))
else:
    MODES = itertools.cycle((((1, 1 << 30),), ((1, 0),)))


def nhwc(sizes):
    """The strides (T3) of a tensor whose pixels have their channels side by side."""
    _, channels, height, width = sizes
    strides = (channels * height * width, 1, channels * width, channels)
    return f" {{dml.strides = array<i64: {', '.join(map(str, strides))}>}}"


def run(name, dtype, index_dtype, sizes, output, indices, modes=None, order=None):
    count, bound = math.prod(sizes), math.prod(output)
    _, code, width = TYPES[dtype]
    # No float's bits are those of a NaN; zero is what nothing was written to.
    values = [1 + i % (127 if width == 1 else 30000) for i in range(count)]
    expected = array.array(code, bytes(bound * width))
    outside = [k for k, index in enumerate(indices) if index >= bound]
    for value, index in zip(values, indices):
        if index < bound:
            expected[index] = value

    folder, command = sys.argv[1], sys.argv[2:]
    files = [os.path.join(folder, f"{part}.npy") for part in ("v", "i", "e")]
    write_npy(files[0], dtype, sizes, values)
    write_npy(files[1], index_dtype, sizes, indices)
    write_npy(files[2], dtype, output, expected)
    types = [
        f"tensor<{'x'.join(map(str, shape))}x{element}>"
        for shape, element in ((sizes, dtype), (sizes, index_dtype), (output, dtype))
    ]
    v, i, y = (order(shape) if order else "" for shape in (sizes, sizes, output))
    text = f"""
func.func @main(%v: {types[0]}{v}, %i: {types[1]}{i}) -> ({types[2]}{y}) {{
  %y = dml.max_unpooling %v, %i : ({types[0]}, {types[1]}) -> {types[2]}
  return %y : {types[2]}
}}
"""
    # Of runs that are compiled alike, the first one compiles.
    command += [f"--cache={os.path.join(folder, 'cache')}"]
    command += ["-", f"--input=@{files[0]}", f"--input=@{files[1]}", "--output="]
    for threads, cache_bytes in modes or next(MODES):
        ignore = ["--out-of-range-indices=ignore"] if outside else []
        flags = [
            f"--threads={threads}",
            f"--cache-bytes={cache_bytes}",
            f"--expected-output=@{files[2]}",
            *ignore,
        ]
        done = subprocess.run(command + flags, input=text, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{name}, {' '.join(flags[:2])}: status {done.returncode}")
    if outside:
        done = subprocess.run(
            command, input=text, text=True, check=False, stderr=subprocess.PIPE
        )
        message = (
            f"index at position {outside[0]} (the first of {len(outside)} out of "
            f"range): expected less than {bound} (elements of the result), given "
            f"{indices[outside[0]]} [U3]"
        )
        if message not in done.stderr or done.returncode != 2:
            sys.exit(f"{name}: expected '{message}', given '{done.stderr}'")
    print(name, "as defined", flush=True)


def main():
    random.seed(1)
    twice, out_of_twice = (2, 4, 64, 68), (2, 4, 128, 136)
    odd, out_of_odd = (2, 5, 41, 47), (2, 5, 83, 95)
    plane = 83 * 95

    def blocks():
        return make_local(twice, out_of_twice, 2)

    def overlapping():
        return make_local(odd, out_of_odd, 3)

    def shuffled(count, bound):
        return [random.randrange(bound) for _ in range(count)]

    for dtype, index in zip(("i8", "f16", "f32", "i64"), 2 * ("ui32", "ui64")):
        batches = (8 // TYPES[dtype][2],)
        sizes, output = batches + twice[1:], batches + out_of_twice[1:]
        data = make_local(sizes, output, 2)
        run(f"blocks {dtype}", dtype, index, sizes, output, data)
        data = shuffled(len(data), math.prod(output))
        run(f"shuffled {dtype}", dtype, index, sizes, output, data)
        batches = (16 // TYPES[dtype][2],)
        sizes, output = batches + odd[1:], batches + out_of_odd[1:]
        data = make_local(sizes, output, 3)
        run(f"overlapping {dtype}", dtype, index, sizes, output, data)

    data = sprinkle(blocks(), 997, lambda k: k // (64 * 68) * 128 * 136)
    run("blocks, some elsewhere", "f32", "ui32", twice, out_of_twice, data)
    data = sprinkle(overlapping(), 501, lambda k: k // (41 * 47) * plane + 7)
    run("before the window", "f32", "ui64", odd, out_of_odd, data)
    data = sprinkle(overlapping(), 11, lambda k: k // (41 * 47) * plane + 7)
    run("often before the window", "f32", "ui32", odd, out_of_odd, data)
    data = sprinkle(overlapping(), 701, lambda k: (k // (41 * 47) + 1) * plane - 1)
    run("after the window", "f32", "ui32", odd, out_of_odd, data)
    data = sprinkle(overlapping(), 1500, lambda k: 4 * plane + 3)
    run("in another plane", "f32", "ui32", odd, out_of_odd, data)
    data = [k // (41 * 47) * plane + random.randrange(plane) for k in range(len(data))]
    run("anywhere in the plane", "f32", "ui32", odd, out_of_odd, data)
    run("all the same", "f32", "ui32", odd, out_of_odd, [plane] * len(data))
    data = [k % 97 for k in range(len(data))]
    run("few", "f32", "ui32", odd, (1, 1, 300, 301), data)
    # Blocks in rows that no cache line divides: lines hold the end of one row
    # and the start of the next. Another index at either end of such a row.
    across, out_of_across = (1, 3, 129, 127), (1, 3, 258, 254)
    last = math.prod(across) - 1
    for position in (0, 126, 127, 200 * 127 - 1, last - 126, last):
        data = make_local(across, out_of_across, 2)
        data[position] = data[position - 128] ^ 1
        run(f"in row {position / 127}", "i64", "ui32", across, out_of_across, data)
    for dtype, index, width in (("f16", "ui64", 17), ("f32", "ui32", 41)):
        sizes, output = (1, 5, 901, width), (1, 5, 1802, 2 * width)
        data = make_local(sizes, output, 2)
        run(f"blocks of {width} {dtype}", dtype, index, sizes, output, data)
    for width in (1, 3, 17):
        sizes, output = (1, 7, 900, width), (1, 7, 1900, 3 * width)
        data = make_local(sizes, output, 3)
        run(f"width {width}", "i64", "ui32", sizes, output, data)

    # U3, on every way. Beyond 32 bits, less than the bound if it were narrowed.
    bound, far = math.prod(out_of_odd), 2**32 + 5
    data = sprinkle(overlapping(), 9000, lambda k: far if k < 10000 else 2**64 - 1)
    run("local, out of range", "f32", "ui64", odd, out_of_odd, data)
    data = sprinkle(blocks(), 5000, lambda k: math.prod(out_of_twice))
    run("blocks, out of range", "f32", "ui32", twice, out_of_twice, data)
    data = sprinkle(shuffled(len(overlapping()), bound), 3000, lambda k: bound + k)
    run("shuffled, out of range", "f32", "ui32", odd, out_of_odd, data)


if __name__ == "__main__":
    main()
