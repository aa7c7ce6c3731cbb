// Forms of the words of a query → documents with scores. The formula and its numbers are those of
// src/search/ranking.rs, which come with the root of the index.
(function (search) {
  "use strict";

  const FIELDS = {
    // Value of a posting's six bits: name (two), tags (one), description (three).
    all: (ranking) => (code) => ranking.name * ranking.name_levels[code >> 4] +
      ranking.tags * (code >> 3 & 1) + ranking.description * ranking.levels[code & 7],
    description: (ranking) => (code) => ranking.description * ranking.levels[code & 7],
  };

  // Answers of all documents to one word. The arrays are as long as the catalog and are reused.
  class Answers {
    constructor(count) {
      this.value = new Float64Array(count);
      this.quality = new Float64Array(count);
      this.code = new Uint8Array(count);
      this.inside = new Float64Array(count);
      this.form = new Array(count);
      this.touched = [];
      this.documents = 0;
    }

    keep(document, value, quality, code, form) {
      if (this.quality[document] === 0 && this.inside[document] === 0) this.touched.push(document);
      if (this.quality[document] === 0) this.documents++;
      if (value > this.value[document]) {
        this.value[document] = value;
        this.quality[document] = quality;
        this.code[document] = code;
        this.form[document] = form;
      }
    }

    keepInside(document, quality) {
      if (this.quality[document] === 0 && this.inside[document] === 0) this.touched.push(document);
      if (quality > this.inside[document]) this.inside[document] = quality;
    }

    clear() {
      for (const document of this.touched) {
        this.value[document] = this.quality[document] = this.code[document] = this.inside[document] = 0;
        this.form[document] = undefined;
      }
      this.touched = [];
      this.documents = 0;
    }
  }

  // Saturated values of all 64 codes.
  function impacts(ranking, fields) {
    const x = FIELDS[fields](ranking);
    return Float64Array.from({ length: 64 }, (_, code) => x(code) / (ranking.k1 + x(code)));
  }

  function collect(answers, forms, impact, worth = 1, covers = 1) {
    for (const { word, quality } of forms) {
      const { documents, codes } = word.postings;
      for (let at = 0; at < documents.length; at++) {
        const value = impact[codes[at]] * quality * worth;
        if (value > 0) answers.keep(documents[at], value, quality * covers, codes[at], word);
      }
    }
  }

  // Documents that meet every meaning of an alias, by the weakest answer.
  function collectAlias(answers, meanings, impact, ranking, count) {
    let all = null;
    for (const forms of meanings) {
      const one = new Answers(count);
      collect(one, forms, impact);
      if (all === null) {
        all = one;
        continue;
      }
      for (const document of all.touched) {
        if (one.value[document] < all.value[document]) {
          all.value[document] = one.value[document];
          all.quality[document] = one.quality[document];
        }
      }
    }
    if (all === null) return;
    for (const document of all.touched) {
      if (all.value[document] > 0) {
        answers.keep(document, all.value[document] * ranking.alias, all.quality[document] * ranking.alias,
          all.code[document], all.form[document]);
      }
    }
  }

  // `words`: `[{typed, forms, meanings, bodies}]`. Gives `[{document, score, coverage, inside}]`,
  // best first, and the rarity of each word; with `matches`, the forms that answered.
  function rank(index, words, { fields = "all", matches = false } = {}) {
    const { n: count, ranking } = index.root;
    const impact = impacts(ranking, fields);
    const answers = index.answers = index.answers || new Answers(count);
    const found = new Map();
    let total = 0;
    for (const word of words) {
      collect(answers, word.forms, impact);
      for (const meaning of word.meanings) collectAlias(answers, meaning, impact, ranking, count);
      let having = answers.documents;
      if (fields === "all") {
        for (const form of word.forms) for (const document of form.word.inside) answers.keepInside(document, form.quality);
        having = having || answers.touched.length;
        if (word.bodies) {
          collect(answers, word.bodies, impact, ranking.body, ranking.body_covers);
          having = having || answers.documents;
        }
      }
      word.idf = Math.log(1 + (count - having + 0.5) / (having + 0.5)) * (index.frame.has(word.typed) ? ranking.frame : 1);
      total += answers.touched.length ? word.idf : ranking.unknown;
      for (const document of answers.touched) {
        let sum = found.get(document);
        if (!sum) found.set(document, sum = { document, score: 0, covered: 0, named: 0, share: 0, inside: 0, matches: [] });
        add(sum, word, answers, document, ranking);
        if (matches) sum.matches.push({ asked: word.typed, found: answers.form[document].text });
      }
      answers.clear();
    }
    const ranked = [];
    for (const sum of found.values()) {
      const coverage = sum.covered / total;
      const name = fields === "all" ? Math.min(1, sum.named / words.length) * Math.min(1, 2 * sum.share) : 0;
      ranked.push({
        document: sum.document,
        score: sum.score * coverage * coverage * (1 + ranking.whole_name * name),
        coverage,
        inside: sum.inside / total,
        matches: sum.matches,
      });
    }
    ranked.sort((a, b) => b.score - a.score || a.document - b.document);
    return ranked;
  }

  function add(sum, word, answers, document, ranking) {
    const inside = answers.inside[document];
    sum.inside += word.idf * inside;
    if (answers.value[document] >= ranking.inside * inside) {
      sum.score += word.idf * answers.value[document];
      sum.covered += word.idf * answers.quality[document];
      const share = answers.code[document] >> 4;
      if (share) {
        sum.named += answers.quality[document];
        sum.share += ranking.name_shares[share];
      }
    } else {
      sum.score += word.idf * ranking.inside * inside;
      sum.covered += word.idf * inside / 2;
    }
  }

  // In which fields of a document the words of a query stand.
  function places(words, document) {
    const found = { name: false, tags: false, description: false, inside: false, body: false };
    for (const word of words) {
      for (const form of word.forms.concat(word.meanings.flat(2))) {
        const at = place(form.word.postings.documents, document);
        const code = at < 0 ? 0 : form.word.postings.codes[at];
        if (code >> 4) found.name = true;
        if (code & 8) found.tags = true;
        if (code & 7) found.description = true;
        if (place(form.word.inside, document) >= 0) found.inside = true;
      }
      for (const form of word.bodies || []) {
        if (place(form.word.postings.documents, document) >= 0) found.body = true;
      }
    }
    return found;
  }

  // Index of `document` in an ascending list, or -1.
  function place(documents, document) {
    let low = 0, high = documents.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (documents[middle] < document) low = middle + 1; else high = middle;
    }
    return documents[low] === document ? low : -1;
  }

  search.rank = rank;
  search.places = places;
})(window.skillsiteSearch = window.skillsiteSearch || {});
