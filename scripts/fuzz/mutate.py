"""Mutations of text, of bytes, and of values of flags."""

import copy
import re

from generic import Editor

EXTREMES = (0, -1, 1, 2, 3, 5, 7, 16, 127, 128, 255, 256, 32768, 65535, 65536)
EXTREMES += ((1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, 1 << 33)
EXTREMES += (1 << 61, 1 << 62, (1 << 63) - 1, -(1 << 63), 1 << 63, (1 << 64) - 1)
ELEMENT_TYPES = "f64 f32 f16 i64 i32 i16 i8 ui64 ui32 ui16 ui8".split()
ODD_ELEMENT_TYPES = "i1 i0 i4 i128 bf16 f80 index si32 vector<4xf32>".split()

NUMBER = re.compile(r"(?<![\w%#@^!?.-])-?\d+(?![\wx.])")
DIMENSION = re.compile(r"(?<=[<x])(\d+|\?)(?=x)")
SHAPED = re.compile(
    r"\b(tensor|memref|vector)<((?:[\d?]+x)*)([a-z]+\d*)((?:, [^<>]*)?)>"
)
ELEMENT = re.compile(r"(?:(?<=[\dx?]x)|\b)(u?i(?:64|32|16|8)|f(?:64|32|16)|i1|index)\b")
VALUE = re.compile(r"%[\w.$-]+(?:#\d+)?")
TOKEN = re.compile(r'"[^"\n]*"|[\w.$]+|[%#@^!][\w.$]+|->|[^\w\s]')


def is_likely(rng, probability):
    return rng.random() < probability


def pick_number(rng, old=None):
    """An extreme, or one close to the old number."""
    if old is not None and is_likely(rng, 0.3):
        return rng.choice((old - 1, old + 1, old * 2, old // 2, -old))
    return rng.choice(EXTREMES)


def pick_size(rng):
    """A size of a dimension, mostly small."""
    if is_likely(rng, 0.7):
        return str(rng.choice((0, 1, 1, 2, 3, 4, 5, 8, 16)))
    if is_likely(rng, 0.3):
        return "?"
    return str(abs(rng.choice(EXTREMES)))


def replace_match(text, match, new):
    return text[: match.start()] + new + text[match.end() :]


def replace_one(rng, text, pattern, choose):
    """One place that matches, with what is chosen for it."""
    found = list(pattern.finditer(text))
    if not found:
        return text
    match = rng.choice(found)
    return replace_match(text, match, choose(match.group(0)))


def replace_alike(rng, text, pattern, choose):
    """All places that read as a random one that matches."""
    found = list(pattern.finditer(text))
    if not found:
        return text
    old = rng.choice(found).group(0)
    new = choose(old)

    def replace(match):
        return new if match.group(0) == old else match.group(0)

    return pattern.sub(replace, text)


def mutate_number(rng, text):
    return replace_one(rng, text, NUMBER, lambda old: str(pick_number(rng, int(old))))


def mutate_numbers(rng, text):
    return replace_alike(rng, text, NUMBER, lambda old: str(pick_number(rng, int(old))))


def mutate_sizes(rng, text):
    """A size everywhere: another one, or none that is known."""
    return replace_alike(rng, text, DIMENSION, lambda old: pick_size(rng))


def mutate_size(rng, text):
    return replace_one(rng, text, DIMENSION, lambda old: pick_size(rng))


def mutate_shaped(rng, text):
    """A type everywhere: other sizes, rank, element type or kind."""

    def choose(old):
        kind, sizes, element, rest = SHAPED.match(old).groups()
        sizes = sizes.split("x")[:-1]
        way = rng.randrange(6)
        if way < 3 and sizes:
            sizes[rng.randrange(len(sizes))] = pick_size(rng)
        elif way == 3:
            sizes.insert(rng.randrange(len(sizes) + 1), pick_size(rng))
        elif way == 4 and sizes:
            del sizes[rng.randrange(len(sizes))]
        elif way == 5 and is_likely(rng, 0.2):
            kind = rng.choice(("tensor", "memref", "vector"))
        else:
            element = rng.choice(ELEMENT_TYPES + ODD_ELEMENT_TYPES)
        return f"{kind}<{''.join(size + 'x' for size in sizes)}{element}{rest}>"

    return replace_alike(rng, text, SHAPED, choose)


def mutate_elements(rng, text):
    """An element type everywhere."""
    types = ELEMENT_TYPES if is_likely(rng, 0.9) else ODD_ELEMENT_TYPES
    return replace_alike(rng, text, ELEMENT, lambda old: rng.choice(types))


def mutate_element(rng, text):
    return replace_one(rng, text, ELEMENT, lambda old: rng.choice(ELEMENT_TYPES))


def mutate_operand(rng, text):
    values = VALUE.findall(text)
    return replace_one(rng, text, VALUE, lambda old: rng.choice(values))


def mutate_lines(rng, text):
    """A line deleted, repeated, or moved."""
    lines = text.split("\n")
    line = lines[rng.randrange(len(lines))]
    way = rng.randrange(3)
    if way != 1:
        lines.remove(line)
    if way != 0:
        lines.insert(rng.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def mutate_token(rng, text):
    """A token deleted, repeated, or replaced by one of the same text."""
    tokens = TOKEN.findall(text)
    way = rng.randrange(4)

    def choose(old):
        if way == 0:
            return ""
        return f"{old} {old}" if way == 1 else rng.choice(tokens)

    return replace_one(rng, text, TOKEN, choose)


TEXT_MUTATIONS = (
    mutate_number,
    mutate_numbers,
    mutate_sizes,
    mutate_size,
    mutate_shaped,
    mutate_elements,
    mutate_element,
    mutate_operand,
    mutate_lines,
    mutate_token,
)
# Those after which a module in the generic form may still be valid.
GENERIC_MUTATIONS = (
    mutate_number,
    mutate_numbers,
    mutate_sizes,
    mutate_sizes,
    mutate_shaped,
    mutate_elements,
    mutate_lines,
)
EDITS = (Editor.splice, Editor.splice, Editor.rewire, Editor.rewire)
EDITS += (Editor.borrow_attributes, Editor.remove)


def mutate_text(rng, text):
    """One to four mutations of a module as it is written."""
    for _ in range(rng.choice((1, 1, 2, 2, 3, 4))):
        text = rng.choice(TEXT_MUTATIONS)(rng, text)
    return text


def mutate_generic(rng, text, operations):
    """One to six edits and mutations of a module in the generic form."""
    for _ in range(rng.choice((1, 1, 2, 2, 3, 4, 6))):
        if is_likely(rng, 0.7):
            editor = Editor(rng, text, operations)
            # Where nothing fits, the module stays as it was.
            if rng.choice(EDITS)(editor):
                text = editor.text()
        else:
            text = rng.choice(GENERIC_MUTATIONS)(rng, text)
    return text


def mutate_bytes(rng, data, donor):
    """One to four mutations of bytes, most of which keep the length; some come
    from a donor."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 3, 4))):
        i = rng.randrange(len(data) + 1)
        j = min(len(data), i + rng.choice((1, 1, 2, 4, 8, 16, 64)))
        way = rng.choice((0, 0, 1, 1, 2, 5, 6, rng.randrange(8)))
        if way == 0 and data:
            data[i % len(data)] ^= 1 << rng.randrange(8)
        elif way == 1 and data:
            data[i % len(data)] = rng.choice((0, 1, 0x7F, 0x80, 0xFE, 0xFF))
        elif way == 2:
            byte = rng.choice((0, 0xFF, rng.randrange(256)))
            data[i:j] = bytes([byte] * (j - i))
        elif way == 3:
            del data[i:j]
        elif way == 4:
            data[i:i] = data[i:j]
        elif way == 5:
            k = rng.randrange(len(donor) + 1)
            data[i:j] = donor[k : k + j - i]
        elif way == 6:
            size = rng.choice((2, 4, 8))
            number = rng.choice(EXTREMES) % (1 << 8 * size)
            i = min(i, max(0, len(data) - size))
            data[i : i + size] = number.to_bytes(size, "little")
        elif is_likely(rng, 0.3):
            del data[i:]
    return bytes(data)


NPY_TYPES = "<f4 >f4 |i1 <u1 <i8 =f8 <f2 <c8 |O |S4 <U3 |b1 <i9999999999 i4 f".split()
NPY_VERSIONS = (b"\1\0", b"\2\0", b"\3\0", b"\0\0", b"\1\1", b"\xff\xff")


def mutate_npy(rng, data, donor):
    """Mutations of a .npy file: of its header in its own terms, or any."""
    if is_likely(rng, 0.3) or len(data) < 10:
        return mutate_bytes(rng, data, donor)
    end = 10 + int.from_bytes(data[8:10], "little")
    version, header, rest = data[6:8], data[10:end].decode("latin-1"), data[end:]
    way = rng.randrange(8)
    if way == 0:
        header = re.sub(r"'[<>|=]\w+'", f"'{rng.choice(NPY_TYPES)}'", header)
    elif way == 1:
        sizes = [str(pick_number(rng)) for _ in range(rng.choice((0, 1, 2, 4, 5, 64)))]
        header = re.sub(r"\(.*\)", f"({', '.join(sizes)})", header)
    elif way == 2:
        header = mutate_number(rng, header)
    elif way == 3:
        header = header.replace("False", rng.choice(("True", "0", "None", "False,")))
    elif way == 4:
        header = mutate_token(rng, header) * rng.choice((1, 1, 2))
    elif way == 5:
        version = rng.choice(NPY_VERSIONS)
    elif way == 6:
        rest = rest[: rng.randrange(len(rest) + 1)] if is_likely(rng, 0.5) else rest * 2
    else:
        header += rng.choice((" " * 70000, "(" * 30000, "\0", "\xff", "'"))
    length = len(header) if is_likely(rng, 0.8) else pick_number(rng)
    size = 2 if version == b"\1\0" else 4
    length %= 1 << 8 * size
    prefix = data[:6] + version + length.to_bytes(size, "little")
    data = prefix + header.encode("latin-1") + rest
    return mutate_bytes(rng, data, donor) if is_likely(rng, 0.2) else data


STRAYS = ("", "", "=", ",", "{", "}", "<", ">", "(", ")", ":", "x", "-", "9", "\x01")


def mutate_string(rng, text):
    """A few characters of a flag changed, without new path separators."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        i = rng.randrange(len(text) + 1)
        j = min(len(text), i + rng.choice((0, 1, 1, 3)))
        text = text[:i] + rng.choice(STRAYS + (text[i:j] * 2,)) + text[j:]
    return text


def list_places(value, place=()):
    """The keys of everything in a value of JSON."""
    items = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    for key, member in items:
        yield place + (key,)
        yield from list_places(member, place + (key,))


def mutate_json(rng, value):
    """Other numbers, types and structure of an object, which is changed."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = list(list_places(value))
        if not places:
            break
        *outer, key = rng.choice(places)
        parent = value
        for step in outer:
            parent = parent[step]
        way = rng.random()
        if way < 0.5 and type(parent[key]) is int:
            parent[key] = pick_number(rng, parent[key])
        elif way < 0.6:
            parent[key] = rng.choice((None, True, 1.5, 1e300, "", "x", [], {}))
        elif way < 0.75:
            del parent[key]
        elif way < 0.9 and isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        else:
            donor = value
            for step in rng.choice(places):
                donor = donor[step]
            parent[key] = copy.deepcopy(donor)
    return value
