#!/usr/bin/env node
// Searches a built site: node query.mjs SITE < queries > hits. A line of input is a query as a JSON
// string, or {"q": query, "limit": 10, "full": false, "route": false}; a line of output is
// {"q", "total", "hits": [{"name", "url", "score"}]}, or {"q", "error"}. `url` is relative to SITE.
// node query.mjs SITE QUERY answers one query and prints its hits as one list.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { eachLine, openSite } from "./site.mjs";

const site = process.argv[2];
if (!site) {
  console.error("usage: node query.mjs SITE < queries");
  process.exit(2);
}
const { skillsite } = openSite(site);
const root = pathToFileURL(path.resolve(site) + path.sep).href;
async function answer(asked) {
  const { q, limit = 10, full = false, route = false } = typeof asked === "string" ? { q: asked } : asked;
  const found = await (route ? skillsite.route(q, { limit }) : skillsite.search(q, { limit, full }));
  return { ...found, hits: found.hits.map((hit) => ({ ...hit, url: hit.url.replace(root, "") })) };
}

if (process.argv.length > 3) console.log(JSON.stringify((await answer(process.argv[3])).hits));
else await eachLine(answer);
