"""Runs every example of docs/examples.json through dml-run.

usage: run_reference_pages.py EXAMPLES DML_RUN [dml-run argument...]
"""

import json
import subprocess
import sys


def spell(sizes, dtype):
    return "x".join(map(str, sizes)) + "x" + dtype


def value(sizes, dtype, elements):
    return spell(sizes, dtype) + "=" + " ".join(map(str, elements))


def outputs(operator, example):
    """The types and elements of the results."""
    of_results = [(example["dtype"], example["output"])]
    if operator == "max_pooling2":
        of_results.append(("ui32", example["indices"]))
    return of_results


def program(operator, example):
    """The clauses, and the operands' types and values, of one example."""
    sizes, dtype = example["sizes"], example["dtype"]
    if operator == "max_unpooling":
        index_dtype = example["index_dtype"]
        operands = [(dtype, example["values"]), (index_dtype, example["indices"])]
        clauses = ""
    elif operator in ("depth_to_space1", "space_to_depth1"):
        operands = [(dtype, example["input"])]
        clauses = f", block_size = {example['block_size']}, order = {example['order']}"
    else:
        operands = [(dtype, example["input"])]
        names = ("window_sizes", "strides", "dilations", "start_padding", "end_padding")
        clauses = "".join(f", {name} = {example[name]}" for name in names)

    types = [f"tensor<{spell(sizes, t)}>" for t, _ in operands]
    arguments = ", ".join(f"%{i}: {t}" for i, t in enumerate(types))
    uses = ", ".join(f"%{i}" for i in range(len(types)))
    sizes = example["output_sizes"]
    results = [f"tensor<{spell(sizes, t)}>" for t, _ in outputs(operator, example)]
    result = f"({', '.join(results)})" if len(results) > 1 else results[0]
    names = ", ".join(f"%r{i}" for i in range(len(results)))
    text = f"""
func.func @main({arguments}) -> {result} {{
  {names} = dml.{operator} {uses}{clauses} : ({", ".join(types)}) -> {result}
  return {names} : {", ".join(results)}
}}
"""
    return text, [value(example["sizes"], t, elements) for t, elements in operands]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        examples = json.load(file)
    for operator, of_operator in examples.items():
        for example in of_operator:
            text, inputs = program(operator, example)
            command = sys.argv[2:] + ["-"]
            for dtype, elements in outputs(operator, example):
                expected = value(example["output_sizes"], dtype, elements)
                command.append(f"--expected-output={expected}")
            command += [f"--input={i}" for i in inputs]
            done = subprocess.run(command, input=text, text=True, check=False)
            if done.returncode != 0:
                sys.exit(f"{operator}: status {done.returncode} for\n{text}")
            page = example.get("page", "its page")
            print(operator, "as on", page, flush=True)


main()
