#!/usr/bin/env node
// The same questions to this search and to three others, as one table: node compare.mjs SITE --queries FILE --corpus FILE
// [--known N]. SITE is a built site with the skills of the corpus. See README.md.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [site, ...options] = process.argv.slice(2);
if (!site || site.startsWith("--") || !options.includes("--queries") || !options.includes("--corpus")) {
  console.error("usage: compare.mjs SITE --queries FILE --corpus FILE [--known N]");
  process.exit(2);
}
const script = path.join(path.dirname(fileURLToPath(import.meta.url)), "eval.mjs");
const ask = (...which) =>
  JSON.parse(execFileSync(process.execPath, [script, ...which, ...options], { encoding: "utf8", maxBuffer: 1 << 26 }));
const engines = [
  ["this search", ask(site)],
  ["MiniSearch, all words then any, prefix, fuzzy", ask("--engine", "minisearch")],
  ["Pagefind, its defaults", ask("--engine", "pagefind")],
  ["elasticlunr.js, its defaults", ask("--engine", "elasticlunr")],
];
const known = Object.keys(engines[0][1]).filter((kind) => kind.startsWith("known: "));
const row = (cells) => console.log(`| ${cells.join(" | ")} |`);
row(["", "judged MRR / recall", ...known.map((kind) => kind.slice("known: ".length)), "cold query, p50 / p95", "warm, p50 / p95"]);
row(Array.from({ length: known.length + 4 }, () => "---"));
for (const [name, { judged, warm, cold, ...kinds }] of engines) {
  const bytes = cold ? `${Math.round(cold.query.p50 / 1000)} / ${Math.round(cold.query.p95 / 1000)} KB` : "whole index";
  row([name, `${judged.mrr} / ${judged.recall}`, ...known.map((kind) => kinds[kind].mrr), bytes, `${warm.p50} / ${warm.p95} ms`]);
}
