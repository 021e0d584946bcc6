"""Edits of modules in MLIR's generic form, one operation a line, by types."""

import dataclasses
import re

OPERATION = re.compile(
    r'(\s*)(?:(%[\w.$-]+)(?::(\d+))? = )?"([\w.]+)"\(([^()]*)\)(.*)$'
)
CLOSING = re.compile(r"(\s*)\}\).* : \((.*)\) -> (.*)$")
LABEL = re.compile(r"(\s*)\^\w+\((.*)\):$")
FUNCTION_TYPE = re.compile(r"function_type = ")
TENSOR = re.compile(r"tensor<((?:[\d?]+x)*)([a-z]+\d*)>$")
INTEGER = re.compile(r"(index|i\d+)$")

INDEX_CONSTANTS = (0, 1, 2, 3, 4, 5, 7, -1, 1 << 31, 1 << 32, 1 << 62, -(1 << 63))


def split_types(text):
    """The parts between commas that are outside of brackets."""
    parts, depth, part = [], 0, ""
    for character in text.replace("->", "\0"):
        depth += character in "<([{"
        depth -= character in ">)]}"
        if character == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += character
    if part.strip():
        parts.append(part.strip())
    return [part.replace("\0", "->") for part in parts]


def results_of(text):
    """The types after an arrow: one, or several in parentheses."""
    text = text.strip()
    return split_types(text[1:-1] if text.startswith("(") else text)


@dataclasses.dataclass
class Operation:
    indent: str
    result: str  # or None
    name: str
    operands: list
    attributes: str
    operand_types: list
    result_types: list

    def print(self):
        result = ""
        if self.result:
            count = len(self.result_types)
            result = self.result + (f":{count}" if count > 1 else "") + " = "
        types = ", ".join(self.result_types)
        if len(self.result_types) != 1:
            types = f"({types})"
        return (
            f'{self.indent}{result}"{self.name}"({", ".join(self.operands)})'
            f'{self.attributes} : ({", ".join(self.operand_types)}) -> {types}'
        )


def parse_operation(line):
    """An operation that is one line, or None."""
    match = OPERATION.match(line)
    if not match or "({" in match.group(6):
        return None
    indent, result, _, name, operands, rest = match.groups()
    for colon in re.finditer(r" : \(", rest):
        types = rest[colon.end() :]
        arrow = re.search(r"\) -> (?!.*\) -> )", types)
        if not arrow:
            continue
        operand_types = split_types(types[: arrow.start()])
        operands = split_types(operands)
        if len(operand_types) == len(operands):
            return Operation(
                indent,
                result,
                name,
                operands,
                rest[: colon.start()],
                operand_types,
                results_of(types[arrow.end() :]),
            )
    return None


def values_before(lines, end):
    """The values that line `end` may name: pairs of name and type."""
    scopes, heads = [], []  # (indent, name, type); (indent, result)
    for line in lines[:end]:
        indent = len(line) - len(line.lstrip())
        if line.lstrip().startswith("}"):
            scopes = [value for value in scopes if value[0] <= indent]
        label = LABEL.match(line)
        if label:
            for argument in split_types(label.group(2)):
                name, _, type_ = argument.partition(": ")
                scopes.append((indent + 1, name, type_))
            continue
        operation = parse_operation(line)
        closing = CLOSING.match(line)
        if operation:
            result, types = operation.result, operation.result_types
        elif closing and heads and heads[-1][0] == indent:
            result, types = heads.pop()[1], results_of(closing.group(3))
        else:
            match = OPERATION.match(line)
            if match:
                heads.append((indent, match.group(2)))
            continue
        if result:
            names = [result]
            if len(types) > 1:
                names = [f"{result}#{i}" for i in range(len(types))]
            scopes += [(indent, n, t) for n, t in zip(names, types)]
    return [(name, type_) for _, name, type_ in scopes]


def read_signature(text):
    """The types of the first function's arguments and results, and where the
    text says so; or None."""
    match = FUNCTION_TYPE.search(text)
    if not match:
        return None
    rest = text[match.end() : text.find("\n", match.end())]
    type_ = split_types(rest)[0] if split_types(rest) else ""
    arrow = re.search(r"\) -> ", type_)
    if not type_.startswith("(") or not arrow:
        return None
    arguments = split_types(type_[1 : arrow.start()])
    results = results_of(type_[arrow.end() :])
    return arguments, results, (match.end(), match.end() + len(type_))


def print_signature(arguments, results):
    """A function type."""
    return f"({', '.join(arguments)}) -> ({', '.join(results)})"


def is_castable(a, b):
    """Whether tensor.cast takes one ranked tensor type to the other."""
    a, b = TENSOR.match(a), TENSOR.match(b)
    if not a or not b or a.group(2) != b.group(2):
        return False
    a, b = a.group(1).split("x"), b.group(1).split("x")
    return len(a) == len(b) and all(m == n or "?" in (m, n) for m, n in zip(a, b))


class Editor:
    """Edits of the lines of a module; each says whether it did anything."""

    def __init__(self, rng, text, operations):
        self.rng = rng
        self.lines = text.rstrip("\n").split("\n")
        self.operations = operations
        self.fresh = 0

    def text(self):
        return "\n".join(self.lines) + "\n"

    def name(self):
        self.fresh += 1
        return f"%z{self.fresh}_{self.rng.randrange(1 << 16)}"

    def pick(self):
        """A line that is an operation of one line, and the operation."""
        found = [
            (i, operation)
            for i, operation in enumerate(map(parse_operation, self.lines))
            if operation
        ]
        return self.rng.choice(found) if found else (None, None)

    def find(self, type_, line, indent):
        """The name of a value of a type at a line: one that is there, a cast of
        one, or a constant, which are added; and how many lines were added."""
        values = values_before(self.lines, line)
        same = [name for name, t in values if t == type_]
        if INTEGER.match(type_) and (not same or self.rng.random() < 0.3):
            number = self.rng.choice(INDEX_CONSTANTS)
            if type_ != "index":
                number %= 1 << int(type_[1:]) if len(type_) < 5 else 2
            constant = f'"arith.constant"() <{{value = {number} : {type_}}}>'
            if type_ == "i1":
                constant = f'"arith.constant"() <{{value = {bool(number)}}}>'.lower()
            return self.define(line, indent, f"{constant} : () -> {type_}"), 1
        if same:
            return self.rng.choice(same), 0
        castable = [(name, t) for name, t in values if is_castable(t, type_)]
        if castable:
            name, from_type = self.rng.choice(castable)
            cast = f'"tensor.cast"({name}) : ({from_type}) -> {type_}'
            return self.define(line, indent, cast), 1
        return None, 0

    def define(self, line, indent, operation):
        """Inserts an operation with one result, and returns its name."""
        name = self.name()
        self.lines.insert(line, f"{indent}{name} = {operation}")
        return name

    def set_signature(self, arguments, results, place):
        text = self.text()
        text = text[: place[0]] + print_signature(arguments, results) + text[place[1] :]
        self.lines = text.rstrip("\n").split("\n")

    def add_argument(self, type_):
        """A new argument of the first function; how many lines were added."""
        signature = read_signature(self.text())
        if not signature:
            return None, 0
        arguments, results, place = signature
        head = self.text()[: place[0]].count("\n")
        name = self.name()
        label = LABEL.match((self.lines + [""])[head + 1])
        if bool(label) != bool(arguments):
            return None, 0
        self.set_signature(arguments + [type_], results, place)
        if label:
            self.lines[head + 1] = self.lines[head + 1][:-2] + f", {name}: {type_}):"
            return name, 0
        indent = re.match(r"\s*", self.lines[head]).group(0)
        self.lines.insert(head + 1, f"{indent}^bb0({name}: {type_}):")
        return name, 1

    def splice(self):
        """An operation of another function, on values of this one, whose result
        something uses."""
        line, here = self.pick()
        if not here:
            return False
        lines = self.operations[self.rng.choice(sorted(self.operations))]
        donor = parse_operation(self.rng.choice(lines))
        if not donor or "^" in donor.attributes or "yield" in donor.name:
            return False
        operands = []
        for type_ in donor.operand_types:
            name, added = self.find(type_, line, here.indent)
            if not name:
                name, added = self.add_argument(type_)
            if not name:
                return False
            line += added
            operands.append(name)
        donor.indent, donor.operands = here.indent, operands
        if donor.result:
            donor.result = self.name()
        self.lines.insert(line, donor.print())
        if len(donor.result_types) == 1:
            self.use(donor.result, donor.result_types[0], line + 1)
        return True

    def use(self, name, type_, line):
        """Lets something from a line on use a value, or returns it."""
        uses = []
        for i in range(line, len(self.lines)):
            operation = parse_operation(self.lines[i])
            if operation:
                for j, t in enumerate(operation.operand_types):
                    if t == type_ and len(operation.indent) >= len(
                        re.match(r"\s*", self.lines[line - 1]).group(0)
                    ):
                        uses.append((i, j))
        if uses and self.rng.random() < 0.6:
            i, j = self.rng.choice(uses)
            operation = parse_operation(self.lines[i])
            operation.operands[j] = name
            self.lines[i] = operation.print()
            return
        for i in range(line, len(self.lines)):
            operation = parse_operation(self.lines[i])
            if operation and operation.name == "func.return":
                signature = read_signature(self.text())
                if signature:
                    operation.operands.append(name)
                    operation.operand_types.append(type_)
                    self.lines[i] = operation.print()
                    arguments, results, place = signature
                    self.set_signature(arguments, results + [type_], place)
                return

    def rewire(self):
        """Another value of the same type as an operand."""
        line, operation = self.pick()
        if not operation or not operation.operands:
            return False
        i = self.rng.randrange(len(operation.operands))
        name, added = self.find(operation.operand_types[i], line, operation.indent)
        if not name or name == operation.operands[i]:
            return False
        operation.operands[i] = name
        self.lines[line + added] = operation.print()
        return True

    def borrow_attributes(self):
        """The attributes of another operation of the same name."""
        line, operation = self.pick()
        if not operation or operation.name not in self.operations:
            return False
        donor = parse_operation(self.rng.choice(self.operations[operation.name]))
        if not donor or donor.attributes == operation.attributes:
            return False
        operation.attributes = donor.attributes
        self.lines[line] = operation.print()
        return True

    def remove(self):
        """No operation: other values of its results' types in their places."""
        line, operation = self.pick()
        if not operation or not operation.result or len(operation.result_types) != 1:
            return False
        type_ = operation.result_types[0]
        others = [n for n, t in values_before(self.lines, line) if t == type_]
        if not others:
            return False
        use = re.compile(re.escape(operation.result) + r"(?![\w#])")
        other = self.rng.choice(others)
        del self.lines[line]
        self.lines[line:] = [use.sub(other, text) for text in self.lines[line:]]
        return True
