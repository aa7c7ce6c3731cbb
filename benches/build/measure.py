#!/usr/bin/env python3
"""What a build costs, in turn with other site generators. See README.md beside this file."""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

# How a peer builds the site in {input} into {out}. `hugo+pagefind` has an inverted search index, `hugo` has none.
PEERS = {
    "hugo": "hugo --quiet -s {input} -d {out}",
    "hugo+pagefind": "hugo --quiet -s {input} -d {out} && pagefind --silent --site {out}",
    "eleventy": "cd {input} && ./node_modules/.bin/eleventy --quiet --output={out}",
    "mdbook": "mdbook build -d {out} {input}",
    "zola": "zola -r {input} build -o {out} --force",
}


class Run:
    """One command, from its start to its end."""

    def __init__(self, command, out, variables):
        start = time.monotonic()
        process = subprocess.Popen(
            command, shell=True, env={**os.environ, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        said = process.stdout.read().decode("utf-8", "replace")
        _, status, used = os.wait4(process.pid, 0)
        self.wall = time.monotonic() - start
        self.cpu = used.ru_utime + used.ru_stime
        self.peak = used.ru_maxrss / 1024
        if os.waitstatus_to_exitcode(status) != 0:
            sys.exit(f"{command}\nfailed:\n{said[-2000:]}")
        files = [path for path in out.rglob("*") if path.is_file()] if out else []
        self.files, self.bytes = len(files), sum(path.stat().st_size for path in files)
        pages = sorted(path.stat().st_size for path in files if is_skill_page(path.relative_to(out)))
        self.page = statistics.fmean(pages) if pages else float("nan")


def is_skill_page(path):
    """True for the page of one skill, as each generator names it."""
    parts = path.parts
    if parts[0] not in ("skills", "skill") or path.suffix != ".html":
        return False
    return len(parts) == 2 or (len(parts) == 3 and path.name == "index.html")


def number(value):
    """With one digit behind the point; empty for what was not measured."""
    return f"{value:.1f}" if value > 0 else ""


class Bench:
    def __init__(self, options, skills):
        self.options = options
        self.work = pathlib.Path(options.work or tempfile.mkdtemp(prefix="skillsite-bench-")).resolve() / str(skills)
        self.work.mkdir(parents=True, exist_ok=True)
        self.corpus = self.work / "corpus"
        self.tools = pathlib.Path(options.bench).resolve()
        if not self.corpus.is_dir():
            self.tool("make_corpus.py", str(skills), self.corpus)
        self.variables = {"XDG_CACHE_HOME": str(self.work / "caches")}
        self.rows = {}

    def tool(self, name, *arguments):
        subprocess.run([sys.executable, self.tools / name, *arguments], check=True, stdout=subprocess.DEVNULL)

    def build(self, out, more=""):
        program = pathlib.Path(self.options.skillsite).resolve()
        return f"{program} build {self.corpus} -q -o {out} --fail-on never {more}"

    def time(self, name, command, out, keep=True):
        run = Run(command, out, self.variables)
        if keep:
            self.rows.setdefault(name, []).append(run)
        print(f"  {name}: {run.cpu:.2f} s cpu", file=sys.stderr)

    def round(self, number):
        """Every command once. A folder that a run fills is new, and goes when all rounds are over: files that were
        deleted just before cost the next run its time."""
        count, same = number >= 0, self.work / "same"
        for name in self.options.peers:
            self.peer(name, number)
        if not same.is_dir():
            Run(self.build(same), None, self.variables)
        new = self.work / f"new-{number}-cold"
        self.time("skillsite, cold", self.build(new, "--no-cache"), new, count)
        new = self.work / f"new-{number}-kept"
        self.time("skillsite, highlighting kept", self.build(new), new, count)
        self.time("skillsite, nothing changed", self.build(same), None, count)
        skill = sorted(self.corpus.glob("*/SKILL.md"))[number % 50]
        skill.write_text(skill.read_text() + f"\nChanged {number}.\n")
        self.time("skillsite, one skill changed", self.build(same), None, count)
        if self.options.floor:
            floor, out = pathlib.Path(self.options.floor).resolve(), self.work / f"new-{number}-floor"
            cache = self.work / f"new-{number}-floor.cache"
            command = f"{floor} whole {self.corpus} {out} {cache}"
            self.time("floor, cold", command, out, count)
            self.time("floor, nothing changed", command, out, count)

    def peer(self, name, number):
        peer = name.split("+")[0]
        source = self.work / peer
        if not source.is_dir():
            self.tool("to_peer.py", self.corpus, peer, source)
        if peer == "eleventy" and not (source / "node_modules").exists():
            (source / "node_modules").symlink_to(pathlib.Path(self.options.node_modules).resolve())
        out = self.work / f"new-{number}-{name}"
        self.time(name, PEERS[name].format(input=source, out=out), out, number >= 0)

    def clear(self):
        for left in self.work.glob("new-*"):
            left.unlink() if left.is_file() else shutil.rmtree(left)

    def told(self):
        base = self.rows[self.options.peers[0] if self.options.peers else "skillsite, cold"]
        median = lambda runs, what: statistics.median(getattr(run, what) for run in runs)
        yield f"| {len(base)} rounds | cpu s (least to most) | wall s | peak MB | files | MB | kB a skill page | cpu, wall ratio |"
        yield "|---|---|---|---|---|---|---|---|"
        for name, runs in self.rows.items():
            cpu = [run.cpu for run in runs]
            ratios = [
                statistics.median(getattr(run, what) / getattr(one, what) for run, one in zip(runs, base))
                for what in ("cpu", "wall")
            ]
            yield (
                f"| {name} | {statistics.median(cpu):.2f} ({min(cpu):.2f} to {max(cpu):.2f}) | {median(runs, 'wall'):.2f} "
                f"| {median(runs, 'peak'):.0f} | {runs[-1].files or ''} | {number(runs[-1].bytes / 1e6)} "
                f"| {number(runs[-1].page / 1000)} | {ratios[0]:.3f}, {ratios[1]:.3f} |"
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("skills", type=int, nargs="*", default=[1000], help="numbers of skills; default is 1000")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", nargs="*", default=[], choices=PEERS, help="found on PATH; the first is the base")
    parser.add_argument("--skillsite", default="target/release/skillsite")
    parser.add_argument("--bench", default="../shared/bench", help="folder of make_corpus.py and to_peer.py")
    parser.add_argument("--floor", help="the lab program of that folder, built")
    parser.add_argument("--node-modules", default="node_modules", help="where eleventy is installed")
    parser.add_argument("--work", help="folder for corpora and outputs, kept; default is a new temporary one")
    parser.add_argument("--no-warmup", action="store_true")
    options = parser.parse_args()
    for skills in options.skills:
        bench = Bench(options, skills)
        bench.clear()
        for number in range(0 if options.no_warmup else -1, options.rounds):
            bench.round(number)
        bench.clear()
        print(f"\n{skills} skills\n")
        print("\n".join(bench.told()))


if __name__ == "__main__":
    main()
