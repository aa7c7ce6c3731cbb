#!/usr/bin/env python3
"""How long a reader of the preview waits. See README.md beside this file."""

import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

EDITS = 30


class Page:
    """A page that is open in a browser: it hears of changes."""

    def __init__(self, address, generation):
        self.file = connect(address, f"/_skillsite/events?g={generation}").makefile("rb")

    def wait(self):
        """The number of the next site."""
        name = None
        for line in self.file:
            text = line.decode().strip()
            if text.startswith("event:"):
                name = text.split(":", 1)[1].strip()
            elif text.startswith("data:"):
                if name != "reload":
                    sys.exit(f"{name}: {text}")
                return int(text.split(":", 1)[1])
        sys.exit("the preview has ended")


def connect(address, path):
    connection = socket.create_connection(address, timeout=120)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\nConnection: close\r\n\r\n".encode())
    return connection


def get(address, path):
    with connect(address, path) as connection, connection.makefile("rb") as file:
        return file.read().decode()


def memory(process):
    """Memory in use, in MB."""
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    return float("nan")


def measure(program, source):
    skills = sorted(source.rglob("SKILL.md"))
    start = time.perf_counter()
    process = subprocess.Popen(
        [program, "serve", source, "--port", "0", "-q"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        host, port = process.stdout.readline().split("//")[1].strip().rstrip("/").split(":")
        address = (host, int(port))
        page = get(address, "/")
        first = time.perf_counter() - start
        after_first = memory(process)
        generation = int(page.split("reload.js?g=")[1].split('"')[0])
        edited = skills[len(skills) // 2]
        text = edited.read_text()
        times = []
        for edit in range(EDITS):
            page = Page(address, generation)
            start = time.perf_counter()
            edited.write_text(f"{text}\nEdit {edit}.\n")
            generation = page.wait()
            times.append((time.perf_counter() - start) * 1000)
        edited.write_text(text)
        return len(skills), first, statistics.median(times), max(times), after_first, memory(process)
    finally:
        process.kill()
        process.wait()


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    print("skills  first page s  edit ms  slowest ms  MB at first  MB at end")
    for folder in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as room:
            source = pathlib.Path(room) / "source"
            shutil.copytree(folder, source)
            print("{:6}  {:12.2f}  {:7.0f}  {:10.0f}  {:11.0f}  {:9.0f}".format(*measure(program, source)), flush=True)


main()
