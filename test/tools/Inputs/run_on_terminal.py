"""run_on_terminal.py STREAMS COMMAND...: runs the command with the streams that
the letters name (i, o, e) on a terminal, and the others as they are. Prints what
the terminal shows, and ends with the command's status.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import pty
import subprocess
import sys

streams, command = sys.argv[1], sys.argv[2:]
ours, terminal = pty.openpty()
on_terminal = [terminal if letter in streams else None for letter in "ioe"]
process = subprocess.Popen(
    command,
    stdin=on_terminal[0],
    stdout=on_terminal[1],
    stderr=on_terminal[2],
    env=os.environ | {"TERM": "dumb"},  # It has no colours.
)
os.close(terminal)
shown = b""
while True:
    try:
        chunk = os.read(ours, 65536)
    except OSError:  # The last one that had the terminal open has ended.
        break
    if not chunk:
        break
    shown += chunk
status = process.wait()
sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
sys.stdout.buffer.flush()
sys.exit(status)
