// A typed word → the words of the index that answer it, each with the quality of the match, 0 to 1.
(function (search) {
  "use strict";

  // Shards read for one word at most: a short beginning in a huge catalog spans many.
  const MOST_SHARDS = 6;
  const MOST_TYPOS = 8;
  // Skills of one name, but for case and hyphens, of which the name is read.
  const MOST_ALIKE = 32;

  // `[{word, quality}]`: the word, words of its stem, words that begin with it; for an unknown
  // word those that share the longest beginning, and those that are one or two edits away.
  async function forms(index, words, typed, { last = false, typos = true, most = MOST_SHARDS } = {}) {
    const found = await known(index, words, typed, last, most);
    if (!typos || found.exact || (last && typed.length < 5 && found.forms.length)) return found.forms;
    return found.forms.concat(await corrected(index, words, typed));
  }

  async function known(index, words, typed, last, most) {
    const ranking = index.root.ranking;
    const near = await words.startingWith(Array.from(typed).slice(0, 4).join(""), typed, most);
    const exact = near.find((row) => row.text === typed);
    const same = exact || near.find((row) => inflects(row.stem, typed, index.endings));
    const found = [];
    for (const row of near) {
      if (row === exact) {
        found.push({ word: row, quality: 1 });
      } else if (same && row.stem === same.stem) {
        found.push({ word: row, quality: ranking.stem });
      } else if ((last || typed.length >= 4) && row.text.startsWith(typed)) {
        const beside = exact ? ranking.beside_exact : 1;
        const weight = last ? ranking.unfinished : ranking.beginning;
        found.push({ word: row, quality: weight * Math.sqrt(typed.length / row.text.length) * beside });
      }
    }
    if (!same && typed.length >= 5) found.push(...sharingABeginning(near, typed, ranking));
    return { exact: Boolean(same), forms: found };
  }

  // True when a word that the index does not have is a stem of the index with a usual ending: stems
  // are made where the index is, and "goroutine" must find what only has "goroutines".
  function inflects(stem, typed, endings) {
    if (stem.length < 3) return false;
    if (!typed.startsWith(stem)) return stem.endsWith("i") && typed === stem.slice(0, -1) + "y";
    const rest = typed.slice(stem.length);
    return endings.has(rest) || (rest.length > 1 && rest[0] === stem[stem.length - 1] && endings.has(rest.slice(1)));
  }

  function sharingABeginning(near, typed, ranking) {
    const letters = Array.from(typed);
    const shortest = Math.max(4, typed.length - 4);
    for (let count = letters.length - 1; count > 0; count--) {
      const beginning = letters.slice(0, count).join("");
      if (beginning.length < shortest) return [];
      const rows = near.filter((row) => row.text.startsWith(beginning) && row.text.length <= typed.length + 4);
      if (rows.length) {
        return rows.map((word) => ({
          word,
          quality: ranking.shared * Math.sqrt(beginning.length / Math.max(typed.length, word.text.length)),
        }));
      }
    }
    return [];
  }

  // One edit from four letters, two from eight; the first letter is taken to be right.
  async function corrected(index, words, typed) {
    const most = typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0;
    if (!most) return [];
    const near = [];
    for (const text of await index.typoWords(typed)) {
      const edits = Math.abs(text.length - typed.length) <= most ? distance(typed, text, most) : most + 1;
      if (edits > 0 && edits <= most) near.push({ text, edits });
    }
    near.sort((a, b) => a.edits - b.edits);
    const ranking = index.root.ranking;
    const found = await Promise.all(near.slice(0, MOST_TYPOS).map(async ({ text, edits }) => ({
      word: await words.word(text),
      quality: edits === 1 ? ranking.one_edit : ranking.two_edits,
    })));
    return found.filter((form) => form.word);
  }

  // Rows of the table of distances, made once: thousands of words are compared for one.
  const ROWS = [0, 1, 2].map(() => new Uint8Array(128));

  // Edits between two words, swapped neighbours counting one; `most` + 1 when there are more. What
  // both begin and end with is left out, and so are the places that are out of reach.
  function distance(a, b, most) {
    let start = 0, endA = a.length, endB = b.length;
    while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++;
    while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) { endA--; endB--; }
    const lengthA = endA - start, lengthB = endB - start;
    if (Math.abs(lengthA - lengthB) > most) return most + 1;
    let before = ROWS[0], above = ROWS[1], row = ROWS[2];
    for (let j = 0; j <= lengthB; j++) above[j] = j;
    let lastA = -1;
    for (let i = 1; i <= lengthA; i++) {
      const letterA = a.charCodeAt(start + i - 1);
      const first = Math.max(1, i - most), last = Math.min(lengthB, i + most);
      let least = first === 1 ? i : most + 1;
      let lastB = first === 1 ? -1 : b.charCodeAt(start + first - 2);
      row[first - 1] = least;
      row[last + 1] = most + 1;
      for (let j = first; j <= last; j++) {
        const letterB = b.charCodeAt(start + j - 1);
        let edits = above[j - 1] + (letterA === letterB ? 0 : 1);
        if (above[j] + 1 < edits) edits = above[j] + 1;
        if (row[j - 1] + 1 < edits) edits = row[j - 1] + 1;
        if (letterA === lastB && letterB === lastA && before[j - 2] + 1 < edits) edits = before[j - 2] + 1;
        row[j] = edits;
        if (edits < least) least = edits;
        lastB = letterB;
      }
      if (least > most) return most + 1;
      lastA = letterA;
      const free = before;
      before = above;
      above = row;
      row = free;
    }
    return Math.min(above[lengthB], most + 1);
  }

  // What else a word stands for: one list of forms for each meaning, all of which must be met.
  async function meanings(index, words, typed) {
    const aliases = index.root.aliases.filter(([word]) => word === typed);
    return Promise.all(aliases.map(async ([, means]) => {
      const all = await Promise.all(means.map((word) => forms(index, words, word, { typos: false })));
      return all.map((list) => list.filter((form) => form.quality >= index.root.ranking.stem));
    }));
  }

  // The documents whose name is one of these texts, and of several those that are written as the text is. A name may
  // be all stop words, or words of many other names.
  async function named(index, texts) {
    // Of one or two letters, the root knows all names.
    const isOne = (key) => key.length > 2 || key && index.root.short_names.includes(key);
    const keys = new Set(texts.map(search.analysis.filterKey).filter(isOne));
    const rows = await Promise.all(Array.from(keys, (key) => index.words.word("=" + key)));
    const alike = rows.flatMap((row) => row ? Array.from(row.inside) : []);
    if (alike.length < 2 || alike.length > MOST_ALIKE) return [alike];
    const records = await Promise.all(alike.map((document) => index.record(document)));
    const written = new Set(texts.map((text) => text.trim()));
    return [alike, records.filter(({ name }) => written.has(name)).map(({ document }) => document)];
  }

  search.forms = forms;
  search.named = named;
  search.meanings = meanings;
  search.distance = distance;
})(window.skillsiteSearch = window.skillsiteSearch || {});
