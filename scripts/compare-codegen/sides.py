"""The two sides of a comparison: folders of tools, built where they must be."""

import dataclasses
import os
import pathlib
import subprocess
import sys

BUILT_TOOLS = ["dml-opt", "dml-run", "dml-benchmark", "dml-difftest"]
LLVM_TOOLS = pathlib.Path("/usr/lib/llvm-22/bin")


class CannotCompare(Exception):
    """Why there is nothing to compare."""


@dataclasses.dataclass
class Side:
    """The tools of a revision, and how messages name it."""

    name: str
    build_dir: pathlib.Path

    def tool(self, name):
        return str(self.build_dir / "bin" / name)


def run_step(command, **options):
    """Runs a part of a build, whose output goes to stderr."""
    result = subprocess.run(command, stdout=sys.stderr, check=False, **options)
    if result.returncode != 0:
        raise CannotCompare(f"failed: {' '.join(map(str, command))}")


def find_commit(root, revision):
    """The hash that a revision has."""
    result = subprocess.run(
        ["git", "-C", root, "rev-parse", "--verify", "--quiet", revision + "^{commit}"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    if result.returncode != 0:
        raise CannotCompare(f"'{revision}' is neither a revision nor a build folder")
    return result.stdout.strip()


def build_revision(root, revision):
    """Builds a revision in a clone that is kept; ccache compares files by content,
    wherever the clone is."""
    commit = find_commit(root, revision)
    clone = root / "build-compare" / commit[:12]
    if not (clone / ".git").is_dir():
        clone.parent.mkdir(exist_ok=True)
        run_step(["git", "clone", "--quiet", "--shared", "--no-checkout", root, clone])
    # A run that was interrupted may have left a clone without files.
    if not (clone / "scripts").is_dir():
        run_step(["git", "-C", clone, "checkout", "--quiet", "--detach", commit])
    environment = dict(os.environ, CCACHE_BASEDIR=str(clone), CCACHE_NOHASHDIR="1")
    run_step([clone / "scripts" / "build.sh", *BUILT_TOOLS], env=environment)
    return Side(revision, clone / "build")


def make_side(root, text):
    """A side out of an argument: a build folder, a revision, or None for the working
    tree."""
    if text is None:
        run_step([root / "scripts" / "build.sh", *BUILT_TOOLS])
        return Side("working tree", root / "build")
    if os.access(pathlib.Path(text, "bin", "dml-opt"), os.X_OK):
        return Side(text, pathlib.Path(text).resolve())
    return build_revision(root, text)
