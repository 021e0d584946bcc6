"""Arrays as bytes, with an element type of dml, and their .npy files."""

import dataclasses
import math
import struct

# Type: NumPy's name of it, and struct's.
TYPES = {
    "f64": ("<f8", "d"),
    "f32": ("<f4", "f"),
    "f16": ("<f2", "e"),
    "i64": ("<i8", "q"),
    "i32": ("<i4", "i"),
    "i16": ("<i2", "h"),
    "i8": ("|i1", "b"),
    "ui64": ("<u8", "Q"),
    "ui32": ("<u4", "I"),
    "ui16": ("<u2", "H"),
    "ui8": ("|u1", "B"),
}


@dataclasses.dataclass
class Array:
    """Elements in row-major order."""

    type: str
    sizes: list
    data: bytes

    @property
    def width(self):
        return struct.calcsize(TYPES[self.type][1])

    @property
    def numbers(self):
        count = math.prod(self.sizes)
        return struct.unpack(f"<{count}{TYPES[self.type][1]}", self.data)

    def bits(self, position):
        """The bytes of an element."""
        return self.data[position * self.width : (position + 1) * self.width]

    def write(self, path):
        shape = "".join(f"{size}, " for size in self.sizes)
        header = (
            f"{{'descr': '{TYPES[self.type][0]}', 'fortran_order': False, "
            f"'shape': ({shape}), }}"
        )
        # The elements begin at a multiple of 64.
        header += " " * (-(10 + len(header) + 1) % 64) + "\n"
        start = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header))
        path.write_bytes(start + header.encode() + self.data)


def make_array(type_, sizes, numbers):
    numbers = list(numbers)
    data = struct.pack(f"<{len(numbers)}{TYPES[type_][1]}", *numbers)
    return Array(type_, list(sizes), data)
