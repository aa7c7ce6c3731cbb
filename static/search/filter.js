// Filters of a query → which documents pass; and counts for the facets of the result page.
(function (search) {
  "use strict";

  // Fields of which a skill has one value: several filters mean "any of these".
  const ONE_VALUE = new Set(["category", "type", "maturity", "risk", "has"]);

  // Values of topics and of tags that are counted: the most frequent ones.
  const MOST_VALUES = 30;
  // Values that are named when a filter has one that no skill has.
  const MOST_NAMED = 8;

  // `[{field, keys, passes, unmet}]`, one for each field; `passes` has a byte for each document, `unmet` are the keys
  // that no document has.
  async function masks(index, filters) {
    const fields = new Map();
    for (const filter of filters) {
      if (!fields.has(filter.field)) fields.set(filter.field, []);
      fields.get(filter.field).push(filter.key);
    }
    return Promise.all(Array.from(fields, async ([field, keys]) => {
      const each = await Promise.all(keys.map((key) => mask(index, field, key)));
      const any = ONE_VALUE.has(field);
      const passes = each.reduce((all, one) => all.map((value, at) => any ? value | one[at] : value & one[at]));
      return { field, keys, passes, unmet: keys.filter((_, at) => !each[at].includes(1)) };
    }));
  }

  async function mask(index, field, key) {
    const passes = new Uint8Array(index.root.n);
    const wanted = (title) => search.analysis.filterKey(title) === key;
    if (field === "category") {
      let start = 0;
      for (const [title, count] of index.root.categories) {
        if (wanted(title)) passes.fill(1, start, start + count);
        start += count;
      }
    } else if (field === "tag") {
      const word = await index.words.word("#" + key);
      for (const document of word ? word.inside : []) passes[document] = 1;
    } else if (field === "topic") {
      for (const [title, documents] of await index.lists("topics")) {
        if (wanted(title)) for (const document of documents) passes[document] = 1;
      }
    } else {
      const codes = await index.facets();
      const { read, values } = facet(index, field);
      const at = values.indexOf(key) + 1;
      if (at) for (let document = 0; document < passes.length; document++) {
        if (read(codes[document]) === at) passes[document] = 1;
      }
    }
    return passes;
  }

  // Where a facet lies in a document's code, and its values in order.
  function facet(index, field) {
    const { kinds, maturities, risks } = index.root;
    return {
      type: { read: (code) => code & 7, values: kinds },
      maturity: { read: (code) => code >> 3 & 7, values: maturities },
      risk: { read: (code) => code >> 6 & 3, values: risks },
      has: { read: (code) => code >> 8 & 1, values: ["scripts"] },
    }[field];
  }

  // `[{field, values: [{text, key, count, chosen}]}]` over all documents that a query met. They say
  // what choosing another value would give: where a skill has one value, the counts leave the filters of the field aside.
  async function counts({ index, all: { documents }, chosen }) {
    const [codes, topics, tags] = await Promise.all([index.facets(), index.lists("topics"), index.lists("tags")]);
    const among = (field) => {
      const others = chosen.filter((filter) => filter.field !== field || !ONE_VALUE.has(field));
      return others.length ? documents.filter((document) => others.every(({ passes }) => passes[document])) : documents;
    };
    const groups = [];
    const add = (field, entries, most = Infinity) => {
      const keys = (chosen.find((filter) => filter.field === field) || { keys: [] }).keys;
      const values = entries
        .map(([text, count]) => ({ text, count, key: search.analysis.filterKey(text) }))
        .map((value) => ({ ...value, chosen: keys.includes(value.key) }))
        .filter((value, at) => value.count > 0 && at < most || value.chosen);
      if (values.length) groups.push({ field, values });
    };
    const inCategory = index.root.categories.map(([title]) => [title, 0]);
    for (const document of among("category")) inCategory[index.categoryOf[document]][1]++;
    add("category", inCategory.sort((a, b) => b[1] - a[1]));
    const isLeft = new Uint8Array(index.root.n);
    for (const document of among("topic")) isLeft[document] = 1;
    const left = (list) => list.reduce((sum, document) => sum + isLeft[document], 0);
    const frequent = (lists) => lists.map(([title, list]) => [title, left(list)]).sort((a, b) => b[1] - a[1]);
    add("topic", frequent(topics), MOST_VALUES);
    add("tag", frequent(tags), MOST_VALUES);
    for (const field of ["type", "maturity", "risk", "has"]) {
      const { read, values } = facet(index, field);
      const sums = values.map(() => 0);
      for (const document of among(field)) {
        const at = read(codes[document]);
        if (at) sums[at - 1]++;
      }
      add(field, values.map((text, at) => [text, sums[at]]));
    }
    return groups;
  }

  // `[{text, values}]`: the filters that no skill meets, each with the values that may be meant.
  async function unmet({ index, query, chosen }) {
    const alone = query.filters.filter(({ field, key }) => chosen.some((one) => one.field === field && one.unmet.includes(key)));
    if (!alone.length) return [];
    const groups = await counts({ index, all: search.Ranking.all(index.root.n), chosen: [] });
    return Promise.all(alone.map(async ({ field, key, text }) => {
      const { values } = groups.find((group) => group.field === field) || { values: [] };
      const near = values.concat(await rarer(index, field, key)).filter((value) => isNear(value.key, key));
      const named = new Map((near.length ? near : values).map((value) => [value.key, value.text]));
      return { text: field + ":" + text, values: Array.from(named.values()).slice(0, MOST_NAMED) };
    }));
  }

  // Values that facets leave out, as far as they could be near to a key.
  async function rarer(index, field, key) {
    const titles = field === "topic" ? (await index.lists("topics")).map(([title]) => title)
      : field === "tag" ? (await index.words.startingWith("#" + key.slice(0, 2), "#" + key, 2)).map(({ text }) => text.slice(1)) : [];
    return titles.map((text) => ({ text, key: search.analysis.filterKey(text) }));
  }

  // True for keys that share a beginning, or differ by a typo.
  function isNear(a, b) {
    if (a.startsWith(b) || b.startsWith(a)) return true;
    const most = b.length < 4 ? 1 : 2;
    return Math.abs(a.length - b.length) <= most && a.length < 100 && search.distance(a, b, most) <= most;
  }

  search.masks = masks;
  search.unmet = unmet;
  search.counts = counts;
})(window.skillsiteSearch = window.skillsiteSearch || {});
