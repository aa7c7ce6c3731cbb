#!/usr/bin/env node
// Asks a built site for each of its skills by name: node names.mjs SITE prints {"names", "missed"}, how many there are
// and those that are not their own first hit.
import { openSite } from "./site.mjs";

const { skillsite, skillsiteSearch: search } = openSite(process.argv[2]);
const names = await search.withIndex((index) =>
  Promise.all(Array.from({ length: index.root.n }, async (_, document) => (await index.record(document)).name)));
const missed = [];
for (const name of names) {
  const { hits } = await skillsite.search(name, { limit: 3 });
  if (!hits.length || hits[0].name !== name) missed.push(name);
}
console.log(JSON.stringify({ names: names.length, missed }));
