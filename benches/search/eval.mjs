#!/usr/bin/env node
// Asks a site, or another engine, many queries; prints how well and how dearly it answers. See README.md.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import zlib from "node:zlib";
import { knownItems } from "./known.mjs";

const SHOWN = 10;
const OURS = `window.skillsite.search(query, { limit: ${SHOWN} }).then((found) => found.hits.map((hit) => hit.name))`;
const { values: options, positionals: [site] } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: "string", multiple: true, default: [] },
    corpus: { type: "string" },
    known: { type: "string", default: "0" },
    engine: { type: "string" },
    page: { type: "string", default: "search.html" },
    mode: { type: "string", default: "http" },
    misses: { type: "boolean", default: false },
    "min-mrr": { type: "string" },
    "max-cold": { type: "string" },
    "max-warm": { type: "string" },
  },
});

const lines = (file) => fs.readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
const judged = options.queries.flatMap(lines);
const known = +options.known ? knownItems(lines(options.corpus), +options.known) : [];
if (!judged.length && !known.length || !site && !options.engine) {
  console.error("usage: eval.mjs SITE --queries FILE | --engine minisearch|elasticlunr|pagefind --corpus FILE --queries FILE");
  process.exit(2);
}

const report = options.engine === "pagefind" ? await askPagefind() : options.engine ? await askEngine() : await askSite(site, OURS);
console.log(JSON.stringify(report, null, 1));
const failed = [
  [options["min-mrr"], report.judged && report.judged.mrr, (limit, value) => value >= limit],
  [options["max-cold"], report.cold && report.cold.query.p95, (limit, value) => value <= limit],
  [options["max-warm"], report.warm.p95, (limit, value) => value <= limit],
].filter(([limit, value, holds]) => limit !== undefined && !holds(+limit, value));
for (const [limit, value] of failed) console.error(`missed: ${value} against ${limit}`);
process.exitCode = failed.length ? 1 : 0;

// A site in Chromium: ranks, times, and the bytes that a first query costs. `names` is an expression that gives the
// names of the first hits for `query`.
async function askSite(site, names, name = (hit) => hit) {
  const { default: puppeteer } = await import("puppeteer-core");
  const server = options.mode === "file" ? null : await serve(site);
  const url = (server ? server.address : pathToFileURL(path.resolve(site)).href + "/") + options.page;
  const executablePath = process.env.CHROMIUM || execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  const faults = new Set();
  page.on("pageerror", (error) => faults.add(String(error)));
  page.on("console", (message) => { if (message.type() === "error") faults.add(message.text()); });
  // As a text, so that the page's own policy stays in force.
  const ask = (query) => page.evaluate(`(async () => {
    const query = ${JSON.stringify(query)}, start = performance.now();
    const names = await (${names});
    return { names, time: performance.now() - start };
  })()`);
  await page.goto(url, { waitUntil: "load" });
  const rows = [];
  const times = [];
  for (const query of judged.concat(known)) {
    await ask(query.q);
    const { names, time } = await ask(query.q);
    times.push(time);
    rows.push(scored(query, names.map(name)));
  }
  const report = { ...summaries(rows), warm: spread(times) };
  if (server) {
    await page.setCacheEnabled(false);
    const cold = async (queries) => {
      const bytes = [];
      for (const query of queries) {
        await page.goto(url, { waitUntil: "load" });
        const before = server.sent();
        await ask(query);
        bytes.push(server.sent() - before);
      }
      return spread(bytes);
    };
    const before = server.sent();
    await page.goto(url, { waitUntil: "load" });
    const texts = judged.map((query) => query.q);
    const beginnings = Array.from(new Set(texts.filter((text) => /^[a-z]/i.test(text)).map((text) => text.slice(0, 2))));
    report.cold = { page: server.sent() - before, query: await cold(texts), "two letters": await cold(beginnings) };
  }
  report.faults = Array.from(faults);
  await browser.close();
  if (server) server.stop();
  return report;
}

// Pagefind over the same texts as pages, in Chromium: it needs WebAssembly and a server.
async function askPagefind() {
  const pagefind = await import("pagefind");
  const skills = lines(options.corpus);
  const { index } = await pagefind.createIndex({ forceLanguage: "en" });
  const escape = (text) => text.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));
  for (const [at, skill] of skills.entries()) {
    const tags = [...skill.tags, ...skill.topics, skill.category].join(" ");
    const head = escape(`${skill.name} ${skill.title || ""}`);
    const content = `<html lang="en"><body><h1>${head}</h1><p>${escape(skill.description)}</p><p>${escape(tags)}</p></body></html>`;
    await index.addHTMLFile({ url: `/${at}.html`, content });
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pagefind-"));
  try {
    await index.writeFiles({ outputPath: path.join(folder, "pagefind") });
    await pagefind.close();
    fs.writeFileSync(path.join(folder, options.page), "<!doctype html><html lang=en><title>Search</title>");
    const report = await askSite(folder, `import(new URL("pagefind/pagefind.js", location.href)).then(async (pagefind) => {
      const { results } = await pagefind.search(query);
      return Promise.all(results.slice(0, ${SHOWN}).map(async (hit) => (await hit.data()).url));
    })`, (url) => skills[+url.match(/(\d+)\.html/)[1]].name);
    return report;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

// Another engine over the same texts, in this process.
async function askEngine() {
  const skills = lines(options.corpus).map((skill, id) => ({
    id: String(id),
    name: `${skill.name} ${skill.title || ""}`,
    description: skill.description,
    tags: [...skill.tags, ...skill.topics, skill.category].join(" "),
  }));
  const names = lines(options.corpus).map((skill) => skill.name);
  const find = options.engine === "minisearch" ? await miniSearch(skills) : await elasticlunr(skills);
  const rows = [];
  const times = [];
  for (const query of judged.concat(known)) {
    find(query.q);
    const start = performance.now();
    const ids = find(query.q);
    times.push(performance.now() - start);
    rows.push(scored(query, ids.slice(0, SHOWN).map((id) => names[+id])));
  }
  return { ...summaries(rows), warm: spread(times) };
}

async function miniSearch(skills) {
  const { default: MiniSearch } = await import("minisearch");
  const index = new MiniSearch({ fields: ["name", "description", "tags"] });
  index.addAll(skills);
  const loose = { prefix: true, fuzzy: (word) => (word.length > 3 ? 0.2 : false), boost: { name: 3, description: 1.5 } };
  // All words, then any: the best of its settings on these texts.
  return (query) => {
    const all = index.search(query, { ...loose, combineWith: "AND" }).map((hit) => hit.id);
    return Array.from(new Set(all.concat(index.search(query, loose).map((hit) => hit.id))));
  };
}

async function elasticlunr(skills) {
  const { default: library } = await import("elasticlunr");
  const index = library(function () {
    this.setRef("id");
    this.saveDocument(false);
    for (const field of ["name", "description", "tags"]) this.addField(field);
  });
  for (const skill of skills) index.addDoc(skill);
  return (query) => index.search(query, {}).map((hit) => hit.ref);
}

function scored(query, names) {
  const first = names.findIndex((name) => query.relevant.includes(name));
  const right = names.filter((name) => query.relevant.includes(name)).length;
  return {
    ...query, rank: first + 1, mrr: first < 0 ? 0 : 1 / (first + 1),
    recall: right / Math.min(SHOWN, query.relevant.length), names: names.slice(0, 3),
  };
}

function summaries(rows) {
  const of = (some) => ({ n: some.length, mrr: mean(some.map((row) => row.mrr)), recall: mean(some.map((row) => row.recall)) });
  const summary = {};
  if (judged.length) summary.judged = of(rows.slice(0, judged.length));
  for (const kind of new Set(rows.map((row) => row.kind))) summary[kind] = of(rows.filter((row) => row.kind === kind));
  if (options.misses) {
    summary.misses = rows.slice(0, judged.length).filter((row) => row.rank !== 1).map(({ q, rank, names }) => ({ q, rank, names }));
  }
  return summary;
}

function mean(numbers) {
  return +(numbers.reduce((sum, number) => sum + number, 0) / numbers.length).toFixed(3);
}

function spread(numbers) {
  const sorted = numbers.slice().sort((a, b) => a - b);
  const at = (share) => +(sorted[Math.floor((sorted.length - 1) * share)] || 0).toFixed(2);
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

// The folder below a sub-path of this machine, compressed, with the bytes sent so far.
function serve(folder) {
  const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
  const BASE = "/a/b/";
  const kept = new Map();
  let sent = 0;
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = path.join(folder, name.startsWith(BASE) ? name.slice(BASE.length) : "/");
    if (!kept.has(file)) {
      kept.set(file, fs.existsSync(file) && fs.statSync(file).isFile() ? zlib.gzipSync(fs.readFileSync(file), { level: 9 }) : null);
    }
    const body = kept.get(file);
    if (!body) {
      response.writeHead(404).end();
      return;
    }
    sent += body.length;
    const type = (TYPES[path.extname(file)] || "application/octet-stream") + "; charset=utf-8";
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip", "content-length": body.length }).end(body);
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready({
    address: `http://127.0.0.1:${server.address().port}${BASE}`, sent: () => sent, stop: () => server.close(),
  })));
}
