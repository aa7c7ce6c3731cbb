// The `skills` command: installs from the site and is compared byte for byte.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("node_modules/", import.meta.url));
/** Folder below the project in which the client puts skills for one agent. */
const INSTALLED = ".claude/skills";

/** The generations: folder, whether it needs Node 22.20, whether it can update. */
const GENERATIONS = [
  { name: "skills-1.5", newNode: false, updates: false },
  { name: "skills-1.7", newNode: true, updates: true },
];

/** Installs with each generation and compares with `skills`. */
export async function clients({ base, log }, skills, report) {
  for (const { name, newNode, updates } of GENERATIONS) {
    const node = newNode ? nodeFor() : process.execPath;
    if (!node) { report(name, ["needs Node 22.20 or newer"]); continue; }
    const cli = join(here, name, "bin/cli.mjs");
    const add = (address, ...more) => install(node, cli, ["add", address, "-y", "-a", "claude-code", "--copy", ...more], log);

    const all = await add(base.replace(/\/$/, ""));
    report(`${name}: whole catalog`, [...all.faults, ...compare(skills, all.installed)], `${all.installed.size} skills`);
    if (updates) {
      const again = await run(node, cli, ["update", "-y"], all.project, log);
      const fetched = again.requests.filter(({ path, status }) => status === 200 && !path.endsWith("index.json"));
      report(`${name}: update finds nothing new`, [...again.faults, ...fetched.map(({ path }) => `fetched ${path}`)]);
    }
    await rm(all.project, { recursive: true });

    const one = [...skills.keys()].sort()[0];
    const single = await add(`${base}skills/${one}`);
    const faults = compare(new Map([[one, skills.get(one)]]), single.installed);
    if (single.requests.length > 10) faults.push(`${single.requests.length} requests`);
    report(`${name}: one skill by its address`, [...single.faults, ...faults], `${single.requests.length} requests`);
    await rm(single.project, { recursive: true });

    const index = JSON.parse(await (await fetch(`${base}.well-known/agent-skills/index.json`)).text());
    const fused = index.skills.find((entry) => entry.requires);
    if (fused) {
      const whole = await add(`${base}skills/${fused.name}/with-requires`);
      const wanted = new Map([fused.name, ...fused.requires].map((name) => [name, skills.get(name)]));
      report(`${name}: a skill and what it requires`, [...whole.faults, ...compare(wanted, whole.installed)], [...wanted.keys()].join(", "));
      await rm(whole.project, { recursive: true });
    }
  }
}

/** This Node, or the one that was installed beside the clients. */
function nodeFor() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 20)) return process.execPath;
  const own = join(here, `node-${process.platform}-${process.arch}`, "bin/node");
  return existsSync(own) ? own : null;
}

async function install(node, cli, argv, log) {
  const project = await mkdtemp(join(tmpdir(), "skillsite-client-"));
  const result = await run(node, cli, argv, project, log);
  const installed = new Map();
  for (const name of await readdir(join(project, INSTALLED)).catch(() => [])) {
    installed.set(name, await tree(join(project, INSTALLED, name)));
  }
  return { ...result, project, installed };
}

function run(node, cli, argv, project, log) {
  log.length = 0;
  const env = { PATH: process.env.PATH, HOME: project, CI: "1", NO_COLOR: "1", DO_NOT_TRACK: "1", DISABLE_TELEMETRY: "1" };
  return new Promise((done) => {
    const child = spawn(node, [cli, ...argv], { cwd: project, env, stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
    let output = "";
    child.stdout.on("data", (text) => (output += text));
    child.stderr.on("data", (text) => (output += text));
    child.on("close", (status) => {
      const faults = status === 0 ? [] : [`exit ${status}: ${output.trim().split("\n").slice(-3).join(" ")}`];
      done({ faults, requests: [...log] });
    });
  });
}

async function tree(folder) {
  const files = new Map();
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) files.set(relative(folder, path), await readFile(path));
  }
  return files;
}

function compare(wanted, installed) {
  const faults = [];
  for (const [name, files] of wanted) {
    const got = installed.get(name);
    if (!got) { faults.push(`${name} is not installed`); continue; }
    for (const [path, bytes] of files) if (!got.get(path)?.equals(bytes)) faults.push(`${name}/${path} ${got.has(path) ? "differs" : "is missing"}`);
    for (const path of got.keys()) if (!files.has(path)) faults.push(`${name}/${path} was not published`);
  }
  for (const name of installed.keys()) if (!wanted.has(name)) faults.push(`${name} was not asked for`);
  return faults;
}
