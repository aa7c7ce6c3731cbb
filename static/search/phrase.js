// Phrases of a query → the documents that have them word for word.
(function (search) {
  "use strict";

  // Files of records and outlines that are read for a phrase at most: as many as a slow line can bear. A catalog of
  // a few hundred skills has no more; in a larger one, only the best of very many are looked at.
  const MOST_FILES = 128;

  // Places of a document where a word may stand, a bit each.
  const NAME = 1, TAGS = 2, DESCRIPTION = 4, INSIDE = 8, BODY = 16;
  const FIELDS = NAME | TAGS | DESCRIPTION;

  // `{ranked, apart, partial}`: the documents of `ranked` that have every phrase. The full text is not at hand: what
  // has all words of a phrase there counts, too, but less, and is one of `apart`. `partial`: there were more than
  // could be looked at.
  async function withPhrases(index, ranked, phrases, words, chosen) {
    const each = phrases.map((phrase) => ({ phrase, places: common(index, words, phrase) }));
    const passes = (document) => chosen.every((filter) => filter.passes[document]);
    const files = new Set();
    const mayRead = (kind, document) => {
      const file = kind + index.fileOf(kind, document);
      if (files.size < MOST_FILES) files.add(file);
      return files.has(file);
    };
    // Stop words are indexed in names only: a phrase of nothing else is looked for where one stands.
    let partial = phrases.some((phrase) => phrase.every((word) => index.stop.has(word)));
    const checked = await Promise.all(candidates(ranked, each, passes).map(async (hit) => {
      const at = hit.document;
      // Read is what may have the phrase: for that, all of its words must stand in one place.
      const fields = each.some(({ places }) => places[at] & FIELDS) && mayRead("d", at);
      const inside = each.some(({ places }) => places[at] & INSIDE) && mayRead("d", at) && mayRead("o", at);
      const unread = each.some(({ places }) => places[at] & FIELDS && !fields || places[at] & INSIDE && !inside);
      const runs = fields || inside ? await texts(index, at, inside) : [];
      const stands = ({ phrase }) => runs.some((run) => run.includes(" " + phrase.join(" ") + " "));
      if (each.every(stands)) return hit;
      if (each.every((one) => one.places[at] & BODY || stands(one))) return { ...hit, score: hit.score / 2, apart: true };
      if (unread && passes(at)) partial = true;
      return null;
    }));
    const hits = checked.filter(Boolean);
    return {
      ranked: search.Ranking.of(hits), partial,
      apart: new Set(hits.filter((hit) => hit.apart).map((hit) => hit.document)),
    };
  }

  // For each document the places that have all words of the phrase. Of stop words no place is known.
  function common(index, words, phrase) {
    const known = words.filter(({ typed }) => phrase.includes(typed) && !index.stop.has(typed));
    const places = new Uint8Array(index.root.n).fill(known.length ? FIELDS | INSIDE | BODY : FIELDS | INSIDE);
    for (const { typed, forms, bodies } of known) {
      const one = new Uint8Array(places.length);
      const itself = (list) => list.filter(({ word }) => word.text === typed).map(({ word }) => word);
      for (const { postings: { documents, codes }, inside } of itself(forms)) {
        for (let at = 0; at < documents.length; at++) one[documents[at]] |= fieldsOf(codes[at]);
        for (const document of inside) one[document] |= INSIDE;
      }
      for (const { postings } of itself(bodies || [])) for (const document of postings.documents) one[document] |= BODY;
      for (let document = 0; document < one.length; document++) places[document] &= one[document];
    }
    return places;
  }

  function fieldsOf(code) {
    return (code >> 4 ? NAME : 0) | (code >> 3 & 1 ? TAGS : 0) | (code & 7 ? DESCRIPTION : 0);
  }

  // What may have every phrase: what passes the filters before what is only counted in facets, the best first.
  function candidates(ranked, each, passes) {
    const hits = ranked.hits(ranked.places((document) => each.every(({ places }) => places[document])));
    const first = new Map(hits.map((hit) => [hit, passes(hit.document)]));
    return hits.sort((a, b) => first.get(b) - first.get(a) || b.score - a.score || a.document - b.document);
  }

  // The texts of a document, each as its words between spaces.
  async function texts(index, document, inside) {
    const record = await index.record(document);
    const outline = inside ? await index.outline(document, record.url) : { sections: [], files: [] };
    const all = [record.name, record.title, record.description, record.category, ...record.tags,
      ...outline.sections.concat(outline.files).map(({ text }) => text)];
    return all.map((text) => " " + search.analysis.words(text).join(" ") + " ");
  }

  search.withPhrases = withPhrases;
})(window.skillsiteSearch = window.skillsiteSearch || {});
