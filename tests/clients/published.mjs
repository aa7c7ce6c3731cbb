// What the site publishes for programs, read without any client.

import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Ajv from "ajv/dist/2020.js";
import { unzip } from "./zip.mjs";

const V2 = ".well-known/agent-skills/";
const V1 = ".well-known/skills/";
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Checks everything below `base`. Returns the skills by name, each a map of files. */
export async function published(base, report) {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const own = fileURLToPath(new URL("schema/", import.meta.url));
  for (const name of await readdir(own)) ajv.addSchema(JSON.parse(await readFile(join(own, name))));
  const valid = (schema, data) => (ajv.validate(schema, data) ? [] : ajv.errors.map((e) => `${e.instancePath} ${e.message}`));
  const get = async (url) => {
    const response = await fetch(new URL(url, base));
    return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
  };
  const json = async (url) => JSON.parse((await get(url)) ?? "null");

  const v2 = await json(`${V2}index.json`);
  report("index 0.2.0", valid("discovery-0.2.0.json", v2), `${v2.skills.length} skills`);
  const skills = new Map();
  const [artifacts, archives, headers] = [[], [], []];
  for (const entry of v2.skills) {
    const url = new URL(entry.url, new URL(`${V2}index.json`, base));
    const bytes = await get(url);
    if (!bytes) { artifacts.push(`${entry.name}: ${entry.url} is not served`); continue; }
    if (!(await fetch(url, { method: "HEAD" })).ok) artifacts.push(`${entry.name}: HEAD fails`);
    if (`sha256:${sha256(bytes)}` !== entry.digest) artifacts.push(`${entry.name}: other digest`);
    const { files, faults } = entry.type === "archive" ? unzip(bytes) : { files: new Map([["SKILL.md", bytes]]), faults: [] };
    archives.push(...faults.map((fault) => `${entry.name}: ${fault}`));
    if (skills.has(entry.name)) artifacts.push(`${entry.name} is listed twice`);
    skills.set(entry.name, files);
    headers.push(...header(files.get("SKILL.md")?.toString() ?? "", entry).map((fault) => `${entry.name}: ${fault}`));
  }
  report("artifacts and their digests", artifacts);
  report("archives", archives);
  report("headers agree with the index", headers);

  const v1 = await json(`${V1}index.json`);
  report("index 0.1.0", valid("discovery-0.1.0.json", v1), `${v1.skills.length} skills`);
  const loose = [];
  for (const [at, index] of [[V1, v1], [V2, v2]]) {
    for (const entry of index.skills.filter((entry) => entry.files)) {
      const archive = skills.get(entry.name);
      if (entry.files[0] !== "SKILL.md" || String(entry.files) !== String([...(archive?.keys() ?? [])])) loose.push(`${entry.name}: other files than the archive`);
      for (const file of entry.files) {
        const bytes = await get(`${at}${entry.name}/${file.split("/").map(encodeURIComponent).join("/")}`);
        if (!bytes || !archive?.get(file)?.equals(bytes)) loose.push(`${entry.name}/${file} differs from the archive`);
      }
    }
  }
  report("loose files", loose);
  const left = v2.skills.filter((entry) => !v1.skills.some((other) => other.name === entry.name));
  report("0.1.0 leaves out only what it cannot list", left.filter((entry) => entry.files).map((entry) => entry.name));

  const scoped = [];
  const ids = new Map((await json("catalog.json")).skills.map((skill) => [skill.install?.name, skill.id]));
  for (const entry of v2.skills) {
    const at = new URL(`skills/${ids.get(entry.name)}/`, base);
    for (const [folder, names] of [["", [entry.name]], ["with-requires/", entry.requires && [entry.name, ...entry.requires]]]) {
      const url = new URL(`${folder}${V2}index.json`, at);
      const index = await json(url);
      if (!names !== !index || (names && String(index.skills.map((one) => one.name)) !== String(names))) scoped.push(`${url.pathname} is not an index of ${names}`);
      for (const one of index?.skills ?? []) {
        const bytes = await get(new URL(one.url, url));
        if (!bytes || `sha256:${sha256(bytes)}` !== one.digest) scoped.push(`${url.pathname}: ${one.name}`);
      }
    }
  }
  report("indexes of single skills", scoped);

  await catalog({ json, get, ajv, skills, v2, report });
  await marketplace({ json, get, valid, report });
  await lists({ get, report });
  return skills;
}

/** The header of a published text against its entry. Every value is a JSON string by construction. */
function header(text, entry) {
  const lines = text.startsWith("---\n") ? text.slice(4, text.indexOf("\n---\n") + 1).split("\n") : [];
  const value = (key) => JSON.parse(lines.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2) ?? "null");
  return ["name", "description"].filter((key) => value(key) !== entry[key]).map((key) => `${key} differs`);
}

async function catalog({ json, get, ajv, skills, v2, report }) {
  const all = await json("catalog.json");
  const ok = ajv.validate(await json(all.$schema), all);
  const faults = ok ? [] : ajv.errors.map((e) => `${e.instancePath} ${e.message}`);
  for (const skill of all.skills) {
    for (const url of [skill.page, skill.markdown, skill.install?.download].filter(Boolean)) {
      if (!(await get(url))) faults.push(`${skill.id}: ${url} is not there`);
    }
    if (!skill.install === !skill.not_published) faults.push(`${skill.id}: neither offered nor refused`);
    if (!skill.install) continue;
    const entry = v2.skills.find((one) => one.name === skill.install.name);
    if (entry?.digest !== skill.install.digest) faults.push(`${skill.id}: other digest than the index`);
    const files = skills.get(skill.install.name) ?? new Map();
    if (skill.files.some((file) => sha256(files.get(file.path) ?? "") !== file.sha256)) faults.push(`${skill.id}: other files`);
    const lines = skill.files.map((file) => `${file.sha256}  ${file.path}\n`).sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
    if (`sha256:${sha256(lines.join(""))}` !== skill.digest) faults.push(`${skill.id}: other digest of the package`);
  }
  report("catalog.json", faults, `${all.skills.length} skills, ${all.skills.filter((skill) => !skill.install).length} without entry`);
}

async function marketplace({ json, get, valid, report }) {
  const market = await json(".claude-plugin/marketplace.json");
  if (!market) return;
  const { base_url } = await json("catalog.json");
  const faults = valid("marketplace.json", market);
  for (const plugin of market.plugins) {
    const { url, sha256: digest } = plugin.source;
    const bytes = url.startsWith(base_url) ? await get(url.slice(base_url.length)) : null;
    if (!bytes || sha256(bytes) !== digest) faults.push(`${plugin.name}: other digest`);
    else if (!unzip(bytes).files.has("SKILL.md")) faults.push(`${plugin.name}: no SKILL.md`);
  }
  report("marketplace", faults, `${market.plugins.length} plugins`);
}

async function lists({ get, report }) {
  const llms = (await get("llms.txt"))?.toString() ?? "";
  const links = [...llms.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map((match) => match[1]);
  const dead = [];
  for (const link of links) if (!(await get(link))) dead.push(link);
  report("llms.txt", /^# \S/.test(llms) ? dead : ["does not begin with a title"], `${links.length} links`);
  const { base_url } = JSON.parse(await get("catalog.json"));
  if (!base_url) return;
  const sitemap = (await get("sitemap.xml"))?.toString() ?? "";
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]);
  const missing = [];
  for (const page of pages) if (!page.startsWith(base_url) || !(await get(page.slice(base_url.length) || "index.html"))) missing.push(page);
  report("sitemap.xml", pages.length ? missing : ["is empty"], `${pages.length} pages`);
}
