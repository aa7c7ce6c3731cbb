// A query → hits, sections, files and facets. `window.skillsite.search` is the contract for themes.
(function (search) {
  "use strict";

  // Fewer matches than this, or a word that no field knows, and the full text is asked as well.
  const FEW = 3;
  // Skills whose outlines are read for sections and files.
  const MOST_OUTLINES = 6;
  const MOST_SECTIONS = 5;

  // `{total, partial, hits, query, words, full, apart, facets(), page(), inside(), unmet()}`. `full`: search the full text as
  // well; it is done without being asked when little is found. `filters`: beyond those of the text. `partial`: there
  // may be more than `total`; `apart`: documents that have the words of a phrase in their text, perhaps not together.
  function find(text, options) {
    return search.withIndex((index) => answer(index, text, options));
  }

  async function answer(index, text, options = {}) {
    const { limit = 10, full = false, filters = [] } = options;
    const query = search.parse(text, index);
    query.filters.push(...filters.map((filter) => ({ ...filter, own: true })));
    const chosen = await search.masks(index, query.filters);
    const [looked, named] = await Promise.all([lookUp(index, query), search.named(index, [text, query.text])]);
    let words = looked;
    const hasText = index.root.bodies && words.length > 0;
    const unknown = words.some((word) => !word.forms.length && !word.meanings.length || word.corrected);
    let fullText = hasText && (full || unknown);
    let all = fullText ? null : await matching(index, words, named, query, chosen);
    if (hasText && (fullText || all.ranked.passing(chosen).total < FEW)) {
      fullText = true;
      words = await withBodies(index, words);
      all = await matching(index, words, named, query, chosen);
    }
    const passed = all.ranked.passing(chosen);
    // What is asked for later may be of an index that is gone by then: in the new one, the query is answered anew.
    const later = (work) => search.withIndex(async (now) => work(now === index ? found : await answer(now, text, options)));
    const found = {
      total: passed.total, partial: all.partial, hits: await records(index, passed.best(limit)),
      query, words, full: fullText, index, ranked: passed, apart: all.apart, all: all.ranked, chosen,
      facets: () => later(search.counts),
      page: (from, count) => later(({ index, ranked }) => records(index, ranked.best(from + count).slice(from))),
      inside: () => later(inside),
      unmet: () => later(search.unmet),
    };
    return found;
  }

  // All that the words and phrases of a query find, before its filters. `named`: documents of the name that was typed.
  async function matching(index, words, named, query, chosen) {
    const ranked = named.reduce((all, some) => all.headedBy(some), rankAll(index, words, query));
    if (query.phrases.length) return search.withPhrases(index, ranked, query.phrases, words, chosen);
    return { ranked, partial: false, apart: new Set() };
  }

  async function lookUp(index, query) {
    return Promise.all(query.words.map(async (typed) => {
      const [forms, meanings] = await Promise.all([
        search.forms(index, index.words, typed, { last: typed === query.last }),
        search.meanings(index, index.words, typed),
      ]);
      const { one_edit: edit } = index.root.ranking;
      return { typed, forms, meanings, bodies: null, corrected: forms.every((form) => form.quality <= edit) };
    }));
  }

  async function withBodies(index, words) {
    const bodies = await index.bodies();
    return Promise.all(words.map(async (word, at) => ({
      ...word,
      bodies: await search.forms(index, bodies, word.typed, { last: at === words.length - 1, typos: false }),
    })));
  }

  function rankAll(index, words, query) {
    if (words.length) return search.rank(index, words);
    // Filters alone: everything they let through, in order.
    return search.Ranking.all(query.filters.length ? index.root.n : 0);
  }

  // What is shown of the best.
  async function records(index, ranked) {
    return Promise.all(ranked.map(async (hit) => ({ ...await index.record(hit.document), score: hit.score })));
  }

  // Sections and files of the skills in whose headings and file names the words stand best.
  async function inside({ index, words, ranked }) {
    const weights = new Map();
    for (const word of words) for (const form of word.forms) weights.set(form.word.text, word);
    const total = words.reduce((sum, word) => sum + word.idf, 0);
    const lists = await Promise.all(ranked.bestInside(MOST_OUTLINES).map(async (hit) => {
      const record = await index.record(hit.document);
      const outline = await index.outline(hit.document, record.url);
      const score = (text) => {
        const met = new Set(search.analysis.words(text).map((word) => weights.get(word)).filter(Boolean));
        return Array.from(met).reduce((sum, word) => sum + word.idf, 0) / total;
      };
      const pick = (list) => list.map((entry) => ({ ...entry, score: score(entry.text), skill: record }))
        .filter((entry) => entry.score > 0.5);
      return { sections: pick(outline.sections), files: pick(outline.files) };
    }));
    const top = (key) => lists.flatMap((list) => list[key]).sort((a, b) => b.score - a.score).slice(0, MOST_SECTIONS);
    return { sections: top("sections"), files: top("files") };
  }

  // "Try a task": what an agent that reads descriptions would meet first. The same as
  // src/search/route.rs.
  function route(task, { limit = 5 } = {}) {
    return search.withIndex(async (index) => {
      const asked = Array.from(new Set(search.analysis.words(task))).filter((word) => !index.stop.has(word));
      const words = await Promise.all(asked.map(async (typed) => ({
        typed,
        forms: await search.forms(index, index.words, typed, { typos: false, most: Infinity }),
        meanings: await search.meanings(index, index.words, typed),
      })));
      // For each word: the documents that have it, and the form of it that they have.
      const told = [];
      const ranked = search.rank(index, words, { fields: "description", told: ({ typed }, { met, count, form, forms }) => {
        const documents = met.slice(0, count);
        told.push({ typed, texts: new Map(Array.from(documents, (document) => [document, forms[form[document]].text])) });
      } });
      const matches = (document) => told.filter(({ texts }) => texts.has(document))
        .map(({ typed, texts }) => ({ asked: typed, found: texts.get(document) }));
      const skills = await Promise.all(ranked.best(limit).map(async ({ document, score }) =>
        ({ ...await index.record(document), score, matches: matches(document) })));
      const [first, second] = ranked.best(2);
      const lead = second ? (first.score - second.score) / first.score : ranked.total;
      return { skills, total: ranked.total, words: asked, lead };
    });
  }

  search.find = find;
  search.route = route;

  const skillsite = window.skillsite = window.skillsite || {};
  // The best skills for a query: `search("pdf tables", {limit: 5})` gives a promise of
  // `{total, hits: [{name, url, score}]}`. `url` works from any page.
  skillsite.search = async (query, { limit = 10, full = false } = {}) => {
    const found = await find(String(query), { limit, full });
    return { total: found.total, hits: found.hits.map(({ name, url, score }) => ({ name, url: search.address(url), score })) };
  };
  // The same for a task: `{total, lead, hits: [{name, url, score, matches}]}`.
  skillsite.route = async (task, { limit = 5 } = {}) => {
    const found = await route(String(task), { limit });
    const hits = found.skills.map(({ name, url, score, matches }) => ({ name, url: search.address(url), score, matches }));
    return { total: found.total, lead: found.lead, hits };
  };
})(window.skillsiteSearch = window.skillsiteSearch || {});
