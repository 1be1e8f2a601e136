#!/usr/bin/env python3
"""Draws docs/terminal.svg, the picture in README.md, from a real run of alike.

    pip install rich
    go build -o /tmp/alike ./cmd/alike && python3 docs/terminal.py /tmp/alike

The commands run on Go's own sources, in a pseudo-terminal of 84 columns.
"""

import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

from rich.console import Console
from rich.text import Text

COLUMNS = 84


def run(command, env):
    """Returns what the command prints on a terminal, colours included."""
    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, COLUMNS, 0, 0))
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=env)
    os.close(terminal)
    printed = b""
    while True:
        try:
            chunk = os.read(main, 1 << 16)
        except OSError:  # the terminal was closed
            break
        if not chunk:
            break
        printed += chunk
    if process.wait() != 0:
        sys.exit(f"{' '.join(command)} failed:\n{printed.decode()}")
    return printed.decode().replace("\r\n", "\n").rstrip("\n")


def main():
    alike = os.path.abspath(sys.argv[1])
    source = pathlib.Path(subprocess.check_output(["go", "env", "GOROOT"], text=True).strip(), "src")
    console = Console(record=True, width=COLUMNS, color_system="standard", force_terminal=True, file=open(os.devnull, "w"))
    with tempfile.TemporaryDirectory() as work:
        draft = pathlib.Path(work, "draft.go")
        draft.write_bytes((source / "net/http/fs.go").read_bytes() + (source / "net/http/server.go").read_bytes()[30_000:90_000])
        env = {**os.environ, "TERM": "xterm-256color", "ALIKE_INDEX": f"{work}/index", "NO_COLOR": ""}
        steps = [
            ("alike scan $GOROOT/src", ["scan", str(source)]),
            ("alike pairs --min-size 8k --limit 5 $GOROOT/src/go --against $GOROOT/src/cmd",
             ["pairs", "-q", "--min-size", "8k", "--limit", "5", str(source / "go"), "--against", str(source / "cmd")]),
            ("alike query --min 20% draft.go", ["query", "-q", "--min", "20%", str(draft)]),
        ]
        for shown, arguments in steps:
            printed = run([alike, "--no-progress", *arguments], env).replace(work + "/", "")
            console.print(Text.from_ansi(f"\x1b[32m$\x1b[0m \x1b[1m{shown}\x1b[0m\n{printed}\n"))
    svg = console.export_svg(title="alike")
    svg = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)  # a picture loads nothing
    pathlib.Path(__file__).with_name("terminal.svg").write_text(svg)


if __name__ == "__main__":
    main()
