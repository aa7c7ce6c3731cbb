#!/usr/bin/env node
// What a result page knows: node find.mjs SITE < queries > answers. A line of input is a query as a JSON string, or
// {"q": query, "limit": 10}; a line of output is {"q", "total", "partial", "names", "apart", "facets", "unmet"}:
// `apart` are the names of those hits whose text may have the words of a phrase apart, `facets` counts by field and
// value, `unmet` are the filters that no skill meets, with what may be meant.
import { eachLine, openSite } from "./site.mjs";

const { skillsiteSearch: search } = openSite(process.argv[2]);
await eachLine(async (asked) => {
  const { q, limit = 10 } = typeof asked === "string" ? { q: asked } : asked;
  const found = await search.find(q, { limit });
  const names = (hits) => hits.map((hit) => hit.name);
  const counts = (values) => Object.fromEntries(values.map(({ text, count }) => [text, count]));
  return {
    total: found.total, partial: found.partial,
    names: names(found.hits), apart: names(found.hits.filter((hit) => found.apart.has(hit.document))),
    unmet: Object.fromEntries((await found.unmet()).map(({ text, values }) => [text, values])),
    facets: Object.fromEntries((await found.facets()).map(({ field, values }) => [field, counts(values)])),
  };
});
