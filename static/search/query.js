// What a person typed → words, phrases and filters. Every sign that is not part of these is
// literal; no input is an error.
(function (search) {
  "use strict";

  const FILTERS = ["tag", "topic", "category", "type", "maturity", "risk", "has"];
  // Signs that phones and other languages put in place of "quotes" and of the colon of a filter.
  const QUOTES = /[“”„‟«»「」『』＂]/gu;
  // More words than this are a pasted text; the first ones say what it is about.
  const MOST_WORDS = 24;

  // `{text, words, last, phrases, filters}`: the text without filters and quotes; words in order, each once; `last` is
  // the word that may be unfinished, or ""; a filter is `{field, key, text}`.
  function parse(text, index) {
    const filters = [];
    const phrases = [];
    let rest = text.slice(0, 2000).replace(QUOTES, '"').replace(
      /(^|\s)([a-z]+)[:：](?:"([^"]*)"|([^\s"]+))(?=\s|$)/giu,
      (all, before, name, quoted, plain) => {
        const field = name.toLowerCase();
        const key = search.analysis.filterKey(quoted === undefined ? plain : quoted);
        if (!FILTERS.includes(field) || !key) return all;
        filters.push({ field, key, text: quoted === undefined ? plain : quoted });
        return " ";
      },
    );
    for (const [, quoted] of rest.matchAll(/"([^"]+)"/gu)) {
      const phrase = search.analysis.words(quoted);
      if (phrase.length > 1) phrases.push(phrase);
    }
    const finished = /[\s"]$/u.test(rest) || rest === "";
    rest = rest.replaceAll('"', " ");
    const all = search.analysis.words(rest);
    const words = pick(all, index, new Set(phrases.flat()));
    const last = finished || all.length === 0 ? "" : all[all.length - 1];
    return { text: rest, words, last: words.includes(last) ? last : "", phrases, filters };
  }

  // Without stop words and words that most skills have, unless nothing else is left. Of a phrase, all but stop words
  // are needed: they say where to look for it.
  function pick(all, index, quoted) {
    const each = Array.from(new Set(all)).slice(0, MOST_WORDS);
    const telling = each.filter((word) => !index.stop.has(word) && (!index.common.has(word) || quoted.has(word)));
    const some = each.filter((word) => !index.stop.has(word));
    return telling.length ? telling : some.length ? some : each;
  }

  search.parse = parse;
})(window.skillsiteSearch = window.skillsiteSearch || {});
