// Builds the sites that the tests look at, once, with the binary that is tested.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cases, corpusSets, languages, project } from "./sites.mjs";
import { writeExtremes } from "./extremes.mjs";
import { writeHostile } from "./hostile.mjs";

export default function () {
  const binary = process.env.SKILLSITE_BIN || join(project, "target/debug/skillsite");
  const room = mkdtempSync(join(tmpdir(), "skillsite-browser-"));
  const build = (name, source, ...flags) => {
    // 1: there are findings, and the site is written all the same.
    const env = { ...process.env, SOURCE_DATE_EPOCH: "1796083200" };
    try {
      execFileSync(binary, ["build", source, "-o", join(room, name), ...flags], { env, stdio: "pipe" });
    } catch (error) {
      if (error.status !== 1) throw new Error(`${name}: ${error.stderr || error}`);
    }
  };
  // A copy, so that pages do not depend on this repository's history.
  const example = join(room, "source/example");
  cpSync(join(project, "example-catalog"), example, { recursive: true });
  build("example", example, "--base-url", "https://skills.example/");
  for (const language of languages) {
    const folder = join(room, `source/example-${language}`);
    cpSync(example, folder, { recursive: true });
    const settings = join(folder, "skillsite.toml");
    writeFileSync(settings, `language = "${language}"\n${readFileSync(settings, "utf8")}`);
    build(`example-${language}`, folder, "--base-url", "https://skills.example/");
  }
  const hostile = join(room, "source/hostile");
  mkdirSync(hostile, { recursive: true });
  writeHostile(hostile);
  build("hostile", hostile);
  writeOdd(join(room, "source/odd"));
  build("odd", join(room, "source/odd"));
  writeExtremes(join(room, "source/extremes"));
  build("extremes", join(room, "source/extremes"));
  mkdirSync(join(room, "source/none"));
  build("none", join(room, "source/none"), "--allow-empty");
  build("many", writeMany(join(room, "source/many")));
  if (existsSync(cases)) build("cases", gather(join(room, "source/cases")));
  for (const [name, source] of corpusSets) {
    if (existsSync(source)) build(name, source);
  }
  process.env.SKILLSITE_SITES = room;
  return () => rmSync(room, { recursive: true });
}

// Names that mean something to JavaScript, and more skills than the first page of results holds.
function writeOdd(root) {
  const write = (name, category, description) => {
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, name, "SKILL.md"),
      `---\nname: ${name}\ndescription: ${description}\ncategory: ${category}\ntags: [${name}]\n---\n\n# ${name}\n`);
  };
  for (const name of ["constructor", "__proto__", "hasOwnProperty"]) write(name, "constructor", "Use when a word is a trap.");
  for (let at = 0; at < 30; at++) write(`numbered-${at}`, at % 3 ? "many" : "few", "Use when a plain word is enough.");
}

// One catalog of all inputs from bug reports that are about what a page shows.
function gather(room) {
  for (const kind of ["markdown", "templates"]) {
    for (const id of readdirSync(join(cases, kind))) {
      const [folder, target] = [join(cases, kind, id), join(room, id)];
      if (existsSync(join(folder, "make.sh"))) {
        mkdirSync(room, { recursive: true });
        execFileSync("sh", [join(folder, "make.sh"), target], { stdio: "pipe" });
      } else {
        cpSync(join(folder, "input"), target, { recursive: true });
      }
    }
  }
  return room;
}

// A catalog that is longer than one page of rows and has more findings than one page shows: a link to nothing in each.
function writeMany(room) {
  for (let at = 0; at < 450; at++) {
    const name = `skill-${String(at).padStart(3, "0")}`;
    mkdirSync(join(room, name), { recursive: true });
    const words = "Do this and then that. ".repeat(1 + ((at * 7) % 40));
    writeFileSync(join(room, name, "SKILL.toml"), `manifest_version = "1.0"

[skill]
name = "${name}"
version = "1.0.${at}"
description = "Use when number ${at} of many is wanted"
type = "technique"
category = "${at % 2 ? "testing" : "writing"}"
tags = ["tag-${at % 5}"]
topics = ["topic-${at % 30}"]
maturity = "stable"
boundary = "Number ${at} only"
last_verified = "2026-11-01"
`);
    writeFileSync(join(room, name, "SKILL.md"), `# ${name}\n\n${words}\n\n[nothing](lost-${at}.md)\n`);
  }
  return room;
}
