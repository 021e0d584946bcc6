"""How the tests' scripts run commands."""

import subprocess

TIMEOUT_SECONDS = 120


class TookTooLong(Exception):
    """A command that was stopped after TIMEOUT_SECONDS."""

    def __str__(self):
        return f"took longer than {TIMEOUT_SECONDS} seconds"


def run_command(command, folder=None):
    """Runs a command without input in a folder, by default the current one. Returns
    its status and what it printed, standard error included."""
    try:
        result = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="backslashreplace",
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise TookTooLong from error
    return result.returncode, result.stdout
