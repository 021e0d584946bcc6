"""Damages a folder that dml-compile wrote, in one way at a time, and prints what
dml-run says of each: damage_manifest.py DML_RUN GOOD_FOLDER BAD_FOLDER."""

import json
import pathlib
import shutil
import subprocess
import sys

tool, good, bad = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])


def try_damage(name, damage):
    shutil.rmtree(bad, ignore_errors=True)
    shutil.copytree(good, bad)
    path = bad / "manifest.json"
    manifest = json.loads(path.read_text())
    replacement = damage(manifest)
    if not isinstance(replacement, str):
        replacement = json.dumps(manifest)
    path.write_text(replacement)
    run = subprocess.run(
        [tool, path, "--input=1x1x5x5xf32=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 2 and not run.stdout, (name, run)
    message = run.stderr.removeprefix("dml-run: error: ").replace(f"{bad}/manifest", "manifest")
    print(f"{name}:\n{message}", end="")


def put(value, *keys):
    def damage(manifest):
        for key in keys[:-1]:
            manifest = manifest[key]
        manifest[keys[-1]] = value

    return damage


def write_kernel(data):
    return lambda manifest: (bad / "main_kernel.spv").write_bytes(data) and None


try_damage("no JSON", lambda manifest: "{,}")
try_damage("nested", lambda manifest: '{"a": ' + "[" * 100000)
try_damage("later version", put(3, "version"))
try_damage("no function", put(1, "function"))
try_damage("no type", put("4xbf99", "arguments", 0))
try_damage("large type", put("65536x65536xf32", "arguments", 0))
try_damage("other type", put("1x9x9xf64", "resultTypes", 0))
try_damage("other argument", put(7, "buffers", 0, "argument"))
try_damage("outside", put("../main_kernel.spv", "kernels", 0, "file"))
try_damage("no file", put("none.spv", "kernels", 0, "file"))
try_damage("half a word", write_kernel(b"\3\2#\7\0"))
try_damage("no SPIR-V", write_kernel(b"\3\2#\7" * 8))
try_damage("other kernel", put("k", "kernels", 0, "name"))
try_damage("other workgroup", put([64, 1, 1], "kernels", 0, "workgroupSize"))


def drop_binding(manifest):
    manifest["kernels"][0]["bindings"].pop()
    manifest["dispatches"][0]["buffers"].pop()


try_damage("few bindings", drop_binding)
try_damage("many workgroups", put([2**32 - 1, 1, 1], "dispatches", 0, "workgroups"))
try_damage("other buffer", put([0, 2], "dispatches", 0, "buffers"))
word = {"buffer": 1, "offset": 4, "value": 7}
try_damage("word of an argument", put([{**word, "buffer": 0}], "initialWords"))
try_damage("word behind a buffer", put([{**word, "offset": 2**32}], "initialWords"))
try_damage("word set twice", put([word, word], "initialWords"))


def enlarge(manifest):
    manifest["buffers"].append({"kind": "intermediate", "bytes": 2**64 - 1})


try_damage("large buffer", enlarge)
