#!/usr/bin/env python3
"""Print how much a reader loads: pages, style, scripts and the data of the facets.

    weights.py BINARY [N ...]

Builds synthetic catalogs of N skills (100, 1,000 and 10,000) in a temporary folder with BINARY, which should be a
release build, and prints sizes in kB (1,000 bytes), plain and as gzip sends them.
"""
import gzip
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

WORDS = """branch cache commit deploy draft error event form graph index invoice ledger log merge metric note page parse
patch plan query queue release report retry review role schema search secret shard sign skill store table task test
theme ticket token trace type value view worker write""".split()
CATEGORIES = ["backend", "devops", "engineering", "finance", "frontend", "research", "security", "testing", "writing"]
MATURITIES = ["draft", "alpha", "beta", "stable", "stable", "deprecated"]


def sentence(pick, words):
    return " ".join(pick.choice(WORDS) for _ in range(words)).capitalize() + "."


def body(pick, name):
    """Headings, paragraphs, lists and code; a median of about 6 kB, as in real catalogs."""
    parts = [f"# {name}\n"]
    for section in range(max(2, int(pick.lognormvariate(1.7, 0.5)))):
        parts.append(f"## {sentence(pick, 3)[:-1]} {section}\n")
        for _ in range(pick.randint(1, 4)):
            parts.append(" ".join(sentence(pick, pick.randint(6, 14)) for _ in range(4)) + "\n")
        parts.append("\n".join(f"- {sentence(pick, 7)}" for _ in range(pick.randint(2, 6))) + "\n")
        if pick.random() < 0.5:
            lines = [f"{pick.choice(WORDS)} --{pick.choice(WORDS)} {pick.randint(1, 999)}" for _ in range(5)]
            parts.append("```bash\n" + "\n".join(lines) + "\n```\n")
    return "\n".join(parts)


def write_catalog(folder, count):
    for number in range(count):
        pick = random.Random(number)
        name = f"{pick.choice(WORDS)}-{pick.choice(WORDS)}-{number}"
        place = folder / name
        place.mkdir(parents=True)
        tags = ", ".join(f'"{tag}"' for tag in pick.sample(WORDS, 3))
        (place / "SKILL.toml").write_text(f"""manifest_version = "1.0"

[skill]
name = "{name}"
version = "1.{number % 9}.0"
description = "Use when {sentence(pick, 14)[:-1].lower()}"
type = "technique"
category = "{pick.choice(CATEGORIES)}"
boundary = "{sentence(pick, 8)}"
maturity = "{pick.choice(MATURITIES)}"
last_verified = "2026-{pick.randint(1, 12):02}-{pick.randint(1, 28):02}"
tags = [{tags}]
topics = ["topic-{number % 40}"]
""", encoding="utf-8")
        (place / "SKILL.md").write_text(body(pick, name), encoding="utf-8")


def kilobytes(size):
    return f"{size / 1000:.1f}"


def size(path):
    data = path.read_bytes()
    return len(data), len(gzip.compress(data, 6, mtime=0))


def row(label, plain, packed, note=""):
    print(f"  {label:<24}{kilobytes(plain):>10}{kilobytes(packed):>10}  {note}")


def report(site, count):
    pages = sorted((size(path), path) for path in site.rglob("*.html"))
    plain = [one for (one, _), _ in pages]
    packed = [one for (_, one), _ in pages]
    (largest, largest_packed), largest_page = pages[-1]
    home = size(site / "index.html")
    print(f"{count:,} skills, {len(pages):,} pages{'kB':>13}{'gzip':>10}")
    row("page, median", statistics.median(plain), statistics.median(packed))
    row("page, largest", largest, largest_packed, largest_page.relative_to(site))
    row("home", *home)
    for label, name in [("style", "site.css"), ("script", "site.js"), ("script of the facets", "browse.js"),
                        ("script of the findings", "health.js"), ("script of the search", "search.js"),
                        ("data of the facets", "catalog.js")]:
        row(label, *size(site / "assets" / name))
    # Only where the page of the findings does not hold all of them.
    findings = site / "health" / "findings.js"
    if findings.exists():
        row("data of the findings", *size(findings))
    else:
        print("  data of the findings    none: the page holds them all")


def main():
    binary = os.path.abspath(sys.argv[1])
    for count in [int(number) for number in sys.argv[2:]] or [100, 1000, 10000]:
        with tempfile.TemporaryDirectory() as room:
            source, site = pathlib.Path(room, "source"), pathlib.Path(room, "site")
            write_catalog(source, count)
            run = subprocess.run([binary, "build", source, "-o", site], capture_output=True, text=True)
            if not site.exists():
                sys.exit(run.stderr)
            report(site, count)


if __name__ == "__main__":
    main()
