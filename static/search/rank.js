// Forms of the words of a query → documents with scores. The formula and its numbers are those of
// src/search/ranking.rs, which come with the root of the index. A query may meet every document of a
// large catalog: what is known of them lies in arrays as long as the catalog, which are used again.
(function (search) {
  "use strict";

  const FIELDS = {
    // Value of a posting's six bits: name (two), tags (one), description (three).
    all: (ranking) => (code) => ranking.name * ranking.name_levels[code >> 4] +
      ranking.tags * (code >> 3 & 1) + ranking.description * ranking.levels[code & 7],
    description: (ranking) => (code) => ranking.description * ranking.levels[code & 7],
  };
  const CODES = 64;

  // The best answers of all documents to one word.
  class Answers {
    constructor(count) {
      this.value = new Float64Array(count);
      this.quality = new Float64Array(count);
      this.code = new Uint8Array(count);
      this.form = new Uint32Array(count);
      this.inside = new Float64Array(count);
      this.forms = [];
      // The documents with an answer, and how many they are; `valued`: not only inside.
      this.met = new Uint32Array(count);
      this.count = 0;
      this.valued = 0;
      this.worths = new Float64Array(CODES);
    }

    collect(forms, impact, worth = 1, covers = 1) {
      const { value, quality, worths } = this;
      for (const { word, quality: match } of forms) {
        const number = this.forms.push(word) - 1;
        for (let code = 0; code < CODES; code++) worths[code] = impact[code] * match * worth;
        const { documents, codes } = word.postings;
        for (let at = 0; at < documents.length; at++) {
          const document = documents[at];
          if (worths[codes[at]] > value[document]) {
            this.meet(document);
            value[document] = worths[codes[at]];
            quality[document] = match * covers;
            this.code[document] = codes[at];
            this.form[document] = number;
          }
        }
      }
    }

    // Counts a document that is about to be given its first value.
    meet(document) {
      if (this.value[document] !== 0) return;
      this.valued++;
      if (this.inside[document] === 0) this.met[this.count++] = document;
    }

    collectInside(forms) {
      const { inside, value } = this;
      for (const { word, quality } of forms) {
        for (const document of word.inside) {
          if (inside[document] === 0 && value[document] === 0) this.met[this.count++] = document;
          if (quality > inside[document]) inside[document] = quality;
        }
      }
    }

    // Documents that meet every meaning of an alias, by the weakest answer.
    collectAlias(meanings, impact, worth, scratch) {
      const [all, one] = scratch;
      meanings.forEach((forms, at) => {
        (at ? one : all).collect(forms, impact);
        if (at) all.weaken(one);
        one.clear();
      });
      for (let at = 0; at < all.count; at++) {
        const document = all.met[at];
        const value = all.value[document] * worth;
        if (value > this.value[document]) {
          this.meet(document);
          this.value[document] = value;
          this.quality[document] = all.quality[document] * worth;
          this.code[document] = all.code[document];
          this.form[document] = this.forms.push(all.forms[all.form[document]]) - 1;
        }
      }
      all.clear();
    }

    weaken(other) {
      for (let at = 0; at < this.count; at++) {
        const document = this.met[at];
        if (other.value[document] < this.value[document]) {
          this.value[document] = other.value[document];
          this.quality[document] = other.quality[document];
        }
      }
    }

    clear() {
      const { met, value, quality, inside } = this;
      for (let at = 0; at < this.count; at++) {
        value[met[at]] = 0;
        quality[met[at]] = 0;
        inside[met[at]] = 0;
      }
      this.count = this.valued = 0;
      this.forms = [];
    }
  }

  // What the words of a query add up to, for all documents.
  class Sums {
    constructor(count) {
      this.score = new Float64Array(count);
      this.covered = new Float64Array(count);
      this.named = new Float64Array(count);
      this.share = new Float64Array(count);
      this.inside = new Float64Array(count);
      this.seen = new Uint8Array(count);
      this.met = new Uint32Array(count);
      this.count = 0;
    }

    add({ met, count, value, quality, code, inside }, idf, ranking) {
      const { score, covered, named, share, inside: insides, seen } = this;
      const worth = ranking.inside;
      for (let at = 0; at < count; at++) {
        const document = met[at];
        if (seen[document] === 0) {
          seen[document] = 1;
          this.met[this.count++] = document;
        }
        insides[document] += idf * inside[document];
        if (value[document] >= worth * inside[document]) {
          score[document] += idf * value[document];
          covered[document] += idf * Math.sqrt(quality[document]);
          const part = code[document] >> 4;
          if (part) {
            named[document] += quality[document];
            share[document] += ranking.name_shares[part];
          }
        } else {
          score[document] += idf * worth * inside[document];
          covered[document] += idf * inside[document] / 2;
        }
      }
    }

    // The ranking, and empty sums for the next.
    take(total, words, wholeName, isDeprecated, deprecated) {
      const { score, covered, named, share, inside, seen } = this;
      const documents = this.met.slice(0, this.count);
      const scores = new Float64Array(this.count), insides = new Float64Array(this.count);
      for (let at = 0; at < documents.length; at++) {
        const document = documents[at];
        const coverage = covered[document] / total;
        const name = Math.min(1, named[document] / words) * Math.min(1, 2 * share[document]);
        scores[at] = score[document] * coverage * coverage * (1 + wholeName * name) * (isDeprecated[document] ? deprecated : 1);
        insides[at] = inside[document] / total;
        score[document] = 0;
        covered[document] = 0;
        named[document] = 0;
        share[document] = 0;
        inside[document] = 0;
        seen[document] = 0;
      }
      this.count = 0;
      return new Ranking(documents, scores, insides);
    }
  }

  // Documents with their scores, in no order: of thousands, a few are looked at.
  class Ranking {
    constructor(documents, scores, insides) {
      Object.assign(this, { documents, scores, insides, total: documents.length });
    }

    // The first `count`, best first: `[{document, score}]`.
    best(count) {
      const { documents, scores } = this;
      return this.hits(select(this.total, count, (a, b) =>
        scores[a] > scores[b] || scores[a] === scores[b] && documents[a] < documents[b]));
    }

    // The first `count` by what stands in their headings and file names, if that is most of the query.
    bestInside(count) {
      const { documents, scores, insides } = this;
      const found = select(this.total, count, (a, b) => insides[a] > insides[b] || insides[a] === insides[b] &&
        (scores[a] > scores[b] || scores[a] === scores[b] && documents[a] < documents[b]));
      return this.hits(found.filter((at) => insides[at] > 0.5));
    }

    // The places of the documents for which `holds` is true.
    places(holds) {
      const found = [];
      for (let at = 0; at < this.total; at++) if (holds(this.documents[at])) found.push(at);
      return found;
    }

    hits(places) {
      return places.map((at) => ({ document: this.documents[at], score: this.scores[at], inside: this.insides[at] }));
    }

    // Those that pass every filter (one byte for each document of the catalog).
    passing(filters) {
      if (filters.length === 0) return this;
      const { documents, scores, insides } = this;
      const kept = this.places((document) => filters.every(({ passes }) => passes[document]));
      const pick = (list) => list.constructor.from(kept, (at) => list[at]);
      return new Ranking(pick(documents), pick(scores), pick(insides));
    }

    // The same with `first` before all others, whether they were met or not.
    headedBy(first) {
      if (first.length === 0) return this;
      const best = this.scores.reduce((most, score) => Math.max(most, score), 0);
      const unmet = first.filter((document) => !this.documents.includes(document));
      const grown = (list, more) => list.constructor.from([...list, ...more]);
      const documents = grown(this.documents, unmet);
      const scores = grown(this.scores, unmet.map(() => 0));
      for (const document of first) scores[documents.indexOf(document)] += best;
      return new Ranking(documents, scores, grown(this.insides, unmet.map(() => 0)));
    }

    // The documents 0 to `count`, all alike.
    static all(count) {
      const documents = new Uint32Array(count);
      for (let at = 0; at < count; at++) documents[at] = at;
      return new Ranking(documents, new Float64Array(count), new Float64Array(count));
    }

    static of(hits) {
      return new Ranking(Uint32Array.from(hits, (hit) => hit.document), Float64Array.from(hits, (hit) => hit.score),
        Float64Array.from(hits, (hit) => hit.inside));
    }
  }

  // The first `count` of the places 0 to `total`, in the order of `before`.
  function select(total, count, before) {
    const best = [];
    for (let at = 0; at < total && count > 0; at++) {
      if (best.length === count) {
        if (!before(at, best[count - 1])) continue;
        best.pop();
      }
      let place = best.length;
      for (; place > 0 && before(at, best[place - 1]); place--) best[place] = best[place - 1];
      best[place] = at;
    }
    return best;
  }

  // Saturated values of all codes.
  function impacts(ranking, fields) {
    const x = FIELDS[fields](ranking);
    return Float64Array.from({ length: CODES }, (_, code) => x(code) / (ranking.k1 + x(code)));
  }

  // `words`: `[{typed, forms, meanings, bodies}]`. Gives a Ranking, and each word its rarity `idf`.
  // `told(word, answers)` sees the answers to each word.
  function rank(index, words, { fields = "all", told = () => {} } = {}) {
    const { n: count, ranking } = index.root;
    const impact = impacts(ranking, fields);
    index.sums = index.sums || new Sums(count);
    index.answers = index.answers || [new Answers(count), new Answers(count), new Answers(count)];
    const { sums, answers: [answers, ...scratch] } = index;
    let total = 0;
    for (const word of words) {
      answers.collect(word.forms, impact);
      for (const meaning of word.meanings) answers.collectAlias(meaning, impact, ranking.alias, scratch);
      let having = answers.valued;
      if (fields === "all") {
        answers.collectInside(word.forms);
        having = having || answers.count;
        if (word.bodies) {
          answers.collect(word.bodies, impact, ranking.body, ranking.body_covers);
          having = having || answers.valued;
        }
      }
      word.idf = Math.log(1 + (count - having + 0.5) / (having + 0.5)) * (index.frame.has(word.typed) ? ranking.frame : 1);
      total += answers.count ? word.idf : ranking.unknown;
      sums.add(answers, word.idf, ranking);
      told(word, answers);
      answers.clear();
    }
    const wholeSkills = fields === "all";
    const isDeprecated = wholeSkills ? index.isDeprecated : new Uint8Array(count);
    return sums.take(total, words.length, wholeSkills ? ranking.whole_name : 0, isDeprecated, ranking.deprecated);
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

  Object.assign(search, { rank, places, Ranking });
})(window.skillsiteSearch = window.skillsiteSearch || {});
