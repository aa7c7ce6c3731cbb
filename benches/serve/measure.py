#!/usr/bin/env python3
"""How long a reader of the preview waits. See README.md beside this file."""

import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

EDITS = 30
STARTS = 3


class Page:
    """A page that is open in a browser: it hears of changes."""

    def __init__(self, address, generation):
        self.file = connect(address, f"/_skillsite/events?g={generation}").makefile("rb")
        # From the end of the head on, whatever happens is told.
        while self.file.readline().strip():
            pass

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


def cpu(process):
    """Seconds of processor time until now, of all threads."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(program, source):
    """A preview and its address."""
    process = subprocess.Popen(
        [program, "serve", source, "--port", "0", "-q"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    host, port = process.stdout.readline().split("//")[1].strip().rstrip("/").split(":")
    return process, (host, int(port))


def first_page(program, source):
    """Seconds by the clock and of processor time from the start to the whole front page, and MB then."""
    begin = time.perf_counter()
    process, address = start(program, source)
    try:
        get(address, "/")
        return time.perf_counter() - begin, cpu(process), memory(process)
    finally:
        process.kill()
        process.wait()


def edits(program, source):
    """For each edit: ms by the clock to the event and to the page, ms of processor time; and MB at the end."""
    process, address = start(program, source)
    try:
        skills = sorted(source.rglob("SKILL.md"))
        edited = skills[len(skills) // 2]
        text = edited.read_text()
        page = get(address, f"/skills/{edited.parent.name}.html")
        rows = []
        for edit in range(EDITS + 1):
            generation = int(page.split("reload.js?g=")[1].split('"')[0])
            listening = Page(address, generation)
            before, begin = cpu(process), time.perf_counter()
            edited.write_text(f"{text}\nEdit {edit}.\n")
            listening.wait()
            event = time.perf_counter()
            page = get(address, f"/skills/{edited.parent.name}.html")
            shown = time.perf_counter()
            if f"Edit {edit}." not in page:
                sys.exit("the page does not show the edit")
            rows.append(((event - begin) * 1000, (shown - begin) * 1000, (cpu(process) - before) * 1000))
        # The first edit finds work that the start has left over.
        return rows[1:], memory(process)
    finally:
        process.kill()
        process.wait()


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    print("                 first page: s, cpu s, MB       edit to event, to page, cpu: ms                MB")
    print("skills        min  median    cpu     MB    min  median slowest   page    cpu    at end")
    last = None
    for folder in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as room:
            source = pathlib.Path(room) / "source"
            shutil.copytree(folder, source)
            count = sum(1 for _ in source.rglob("SKILL.md"))
            firsts = [first_page(program, source) for _ in range(STARTS)]
            rows, at_end = edits(program, source)
        walls, cpus = [first[0] for first in firsts], [first[1] for first in firsts]
        events, shown, works = zip(*rows)
        median = statistics.median
        row = [min(walls), median(walls), min(cpus), median(first[2] for first in firsts)]
        row += [min(events), median(events), max(events), median(shown), median(works), at_end]
        print("{:6}  {:9.2f} {:7.2f} {:6.2f} {:6.0f} {:6.0f} {:7.0f} {:7.0f} {:6.0f} {:6.0f} {:9.0f}".format(count, *row), flush=True)
        if last:
            # Processor time is counted in ticks of 10 ms: nothing is as much as a half.
            growth = [new / (old or 5) for new, old in zip(row, last[1])]
            print("x{:5.0f}  {:9.1f} {:7.1f} {:6.1f} {:6.1f} {:6.1f} {:7.1f} {:7.1f} {:6.1f} {:6.1f} {:9.1f}".format(count / last[0], *growth))
        last = (count, row)


main()
