// Which part of a text to show, and which words of it to mark.
(function (search) {
  "use strict";

  const LONGEST = 180;
  const BEFORE_MARK = 40;
  const RUN = /[\p{Alphabetic}\p{N}\p{M}]+(?:\+\+|#)?/gu;

  // The words of the index that answered a query, as a set.
  function marked(words) {
    const texts = new Set();
    for (const word of words) {
      for (const form of word.forms.concat(word.bodies || [], word.meanings.flat(2))) texts.add(form.word.text);
    }
    return texts;
  }

  // `[{text, mark}]`: all of `text`, in order.
  function segments(text, hits) {
    const parts = [];
    const add = (piece, mark) => {
      const last = parts[parts.length - 1];
      if (!piece) return;
      if (last && last.mark === mark) last.text += piece; else parts.push({ text: piece, mark });
    };
    let end = 0;
    for (const chunk of text.matchAll(/\S+/gu)) {
      add(text.slice(end, chunk.index), false);
      end = chunk.index + chunk[0].length;
      if (answers(chunk[0], hits)) addChunk(chunk[0], hits, add); else add(chunk[0], false);
    }
    add(text.slice(end), false);
    return parts;
  }

  function answers(text, hits) {
    return search.analysis.words(text).some((word) => hits.has(word));
  }

  // A chunk with a hit somewhere: the runs of letters that hold it, or all of it (`node.js`).
  function addChunk(chunk, hits, add) {
    const runs = Array.from(chunk.matchAll(RUN));
    if (!runs.some((run) => answers(run[0], hits))) {
      add(chunk, true);
      return;
    }
    let end = 0;
    for (const run of runs) {
      add(chunk.slice(end, run.index), false);
      end = run.index + run[0].length;
      if (!answers(run[0], hits)) add(run[0], false);
      else if (search.analysis.unspaced(run[0])) addPairs(Array.from(run[0]), hits, add);
      else add(run[0], true);
    }
    add(chunk.slice(end), false);
  }

  // In scripts without spaces, the pairs of characters that were asked for.
  function addPairs(letters, hits, add) {
    const mark = letters.map(() => letters.length === 1);
    for (let at = 0; at + 1 < letters.length; at++) {
      if (answers(letters[at] + letters[at + 1], hits)) mark[at] = mark[at + 1] = true;
    }
    letters.forEach((letter, at) => add(letter, mark[at]));
  }

  // The part of `text` with most marks, as segments; the beginning when nothing speaks against it.
  function excerpt(text, hits) {
    const all = segments(text.replace(/\s+/gu, " ").trim(), hits);
    const length = all.reduce((sum, part) => sum + part.text.length, 0);
    if (length <= LONGEST) return all;
    const marks = [];
    let at = 0;
    for (const part of all) {
      if (part.mark) marks.push(at);
      at += part.text.length;
    }
    const count = (start) => marks.filter((mark) => mark >= start && mark < start + LONGEST - 10).length;
    const starts = marks.map((mark) => Math.max(0, Math.min(mark - BEFORE_MARK, length - LONGEST)));
    const start = starts.reduce((best, start) => count(start) > count(best) ? start : best, 0);
    return crop(all, start, start + LONGEST);
  }

  // From about `start` to about `end`, at the edges of words.
  function crop(all, start, end) {
    const parts = [];
    let at = 0;
    for (const { text, mark } of all) {
      let from = Math.max(0, start - at), to = Math.min(text.length, end - at);
      if (from < to) {
        if (from > 0 && !mark) from += text.slice(from).search(/\s|$/u);
        if (to < text.length && !mark) to -= Math.min(to - from, text.slice(from, to).length - text.slice(from, to).search(/\s\S*$/u));
        const piece = text.slice(from, Math.max(from, to));
        if (piece) parts.push({ text: piece, mark });
      }
      at += text.length;
    }
    if (start > 0) parts.unshift({ text: "…", mark: false });
    if (end < at) parts.push({ text: "…", mark: false });
    return parts;
  }

  search.marked = marked;
  search.segments = segments;
  search.excerpt = excerpt;
})(window.skillsiteSearch = window.skillsiteSearch || {});
