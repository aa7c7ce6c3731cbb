#!/usr/bin/env node
// Reads a site's elasticlunr.json with stock elasticlunr.js and searches in it: node stock.mjs SITE [QUERY…].
// Status 1 when the library cannot read it or does not find each of some skills by its name.
import fs from "node:fs";
import path from "node:path";
import elasticlunr from "elasticlunr";

const [site, ...queries] = process.argv.slice(2);
const read = (name) => JSON.parse(fs.readFileSync(path.join(site, "search", name), "utf8"));
const exported = read("elasticlunr.json");
const refs = read("refs.json");
const index = elasticlunr.Index.load(exported);
const find = (query) => index.search(query, { expand: true }).slice(0, 10).map((hit) => refs[+hit.ref]);

if (exported.version !== elasticlunr.version) throw new Error(`version ${exported.version}, library ${elasticlunr.version}`);
const asked = queries.length ? queries : refs.filter((_, at) => at % Math.ceil(refs.length / 50) === 0).map(([name]) => name);
let missed = 0;
for (const query of asked) {
  const names = find(query).map(([name]) => name);
  if (queries.length) console.log(query, names);
  else if (!names.includes(query)) missed++;
}
console.log(`${refs.length} skills, ${asked.length} asked, ${missed} missed`);
process.exitCode = missed > asked.length / 10 ? 1 : 0;
