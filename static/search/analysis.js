// Text → words: the same as src/search/analysis.rs, function by function. Whoever changes one
// changes the other; tests/search compares them.
(function (search) {
  "use strict";

  const LONGEST_WORD = 40;
  const SPELLED_OUT = new Map(Object.entries({
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "đ": "d", "ð": "d",
    "Đ": "D", "Ð": "D", "ł": "l", "Ł": "L", "þ": "th", "Þ": "TH", "ħ": "h", "Ħ": "H", "ı": "i",
    "\u2018": "'", "\u2019": "'", "\u02bc": "'",
  }));
  const MARK = /\p{M}/u;
  const ALPHANUMERIC = /[\p{Alphabetic}\p{N}]/u;
  const ALPHABETIC = /\p{Alphabetic}/u;
  const SPACED = 0, UNSPACED = 1, HANGUL = 2;

  function words(text) {
    const found = [];
    let piece = [];
    for (const c of fold(String(text))) {
      if (isWord(c) || isInner(c)) {
        piece.push(c);
      } else if (piece.length) {
        pieceWords(piece, found);
        piece = [];
      }
    }
    if (piece.length) pieceWords(piece, found);
    return found.filter((word) => word.length <= LONGEST_WORD || Array.from(word).length <= LONGEST_WORD);
  }

  function filterKey(text) {
    const lowered = Array.from(fold(String(text)), lower).join("");
    return lowered.split(/[\p{White_Space}_-]+/u).filter(Boolean).join("-");
  }

  function fold(text) {
    if (!/[^\0-\x7f]/.test(text)) return text;
    let folded = "";
    let base = " ";
    for (const c of text.normalize("NFKD")) {
      if (isInvisible(c.codePointAt(0))) continue;
      if (!MARK.test(c)) {
        base = c;
        folded += SPELLED_OUT.get(c) || c;
      } else if (!losesMark(base, c)) {
        folded += c;
      }
    }
    return folded.normalize("NFC");
  }

  function losesMark(base, mark) {
    const code = base.codePointAt(0);
    const shortI = (base === "и" || base === "И") && mark === "\u0306";
    return (between(code, 0x41, 0x24f) || between(code, 0x370, 0x52f) || between(code, 0x1e00, 0x1fff)) && !shortI;
  }

  function isInvisible(code) {
    return code >= 0xad && (code === 0xad || between(code, 0x200b, 0x200f) || between(code, 0x202a, 0x202e) ||
      between(code, 0x2060, 0x2064) || code === 0x20e3 || between(code, 0xfe00, 0xfe0f) || code === 0xfeff ||
      between(code, 0xe0000, 0xe0fff));
  }

  function between(code, low, high) {
    return code >= low && code <= high;
  }

  function isWord(c) {
    const code = c.charCodeAt(0);
    if (code < 0x80) return between(code, 0x61, 0x7a) || between(code, 0x41, 0x5a) || between(code, 0x30, 0x39);
    return ALPHANUMERIC.test(c) || MARK.test(c);
  }

  function isInner(c) {
    return c === "." || c === "/" || c === "+" || c === "&" || c === "_" || c === "@" || c === "#" || c === "'";
  }

  function lower(c) {
    const lowered = c.toLowerCase();
    return lowered === "ς" ? "σ" : lowered;
  }

  function lowerAll(letters) {
    return letters.map(lower).join("");
  }

  function pieceWords(piece, found) {
    const parts = [];
    let namedSign = false;
    let at = 0;
    while (at < piece.length) {
      if (!isWord(piece[at])) {
        at++;
        continue;
      }
      const start = at;
      while (at < piece.length && isWord(piece[at])) at++;
      if (isPossessive(piece, start, at)) continue;
      parts.push([start, at]);
      const word = signWord(piece, start, at);
      if (word) {
        found.push(word);
        namedSign = true;
      } else {
        partWords(piece.slice(start, at), found);
      }
    }
    if (parts.length === 2 && !namedSign) {
      const word = joined(piece, parts[0], parts[1]);
      if (word) found.push(word);
    }
  }

  function isPossessive(piece, start, end) {
    return start >= 2 && end - start === 1 && (piece[start] === "s" || piece[start] === "S") &&
      piece[start - 1] === "'" && isWord(piece[start - 2]);
  }

  function signWord(piece, start, end) {
    const part = lowerAll(piece.slice(start, end));
    const next = (at) => piece[end + at] || " ";
    if (part === "c" && next(0) === "+" && next(1) === "+" && !ALPHABETIC.test(next(2))) return "cpp";
    if ((part === "c" || part === "f") && next(0) === "#" && !ALPHABETIC.test(next(1))) return part + "sharp";
    const dot = start >= 1 && piece[start - 1] === "." && (start === 1 || !isWord(piece[start - 2]));
    return part === "net" && dot ? "dotnet" : "";
  }

  function joined(piece, first, second) {
    const sign = piece[first[1]];
    if (second[0] !== first[1] + 1 || !(sign === "." || sign === "/" || sign === "+" || sign === "&")) return "";
    const letters = piece.slice(first[0], first[1]).concat(piece.slice(second[0], second[1]));
    return letters.length <= 14 && letters.every((c) => script(c) === SPACED) ? lowerAll(letters) : "";
  }

  function script(c) {
    const code = c.codePointAt(0);
    if (code < 0x0e00) return SPACED;
    if (between(code, 0x0e00, 0x0eff) || between(code, 0x1000, 0x109f) || between(code, 0x1780, 0x17ff) ||
      code === 0x3005 || between(code, 0x3040, 0x30ff) || between(code, 0x3400, 0x4dbf) ||
      between(code, 0x4e00, 0x9fff) || between(code, 0xf900, 0xfaff) || between(code, 0x20000, 0x3ffff)) return UNSPACED;
    return between(code, 0xac00, 0xd7af) ? HANGUL : SPACED;
  }

  function partWords(part, found) {
    let start = 0;
    while (start < part.length) {
      const kind = script(part[start]);
      let end = start + 1;
      while (end < part.length && (script(part[end]) === kind || MARK.test(part[end]))) end++;
      const run = part.slice(start, end);
      if (kind === SPACED) spacedWords(run, found);
      else if (run.length === 1 || (kind === HANGUL && run.length === 2)) found.push(run.join(""));
      else for (let at = 0; at + 1 < run.length; at++) found.push(run[at] + run[at + 1]);
      start = end;
    }
  }

  function spacedWords(run, found) {
    if (!run.some((c) => ALPHANUMERIC.test(c))) return;
    found.push(lowerAll(run));
    const humps = [];
    for (let at = 1; at + 1 < run.length; at++) {
      if (/[a-z0-9]/.test(run[at - 1]) && /[A-Z]/.test(run[at]) && /[a-z]/.test(run[at + 1])) humps.push(at);
    }
    if (humps.length < 1 || humps.length > 3) return;
    let start = 0;
    for (const end of humps.concat(run.length)) {
      if (end - start > 2) found.push(lowerAll(run.slice(start, end)));
      start = end;
    }
  }

  search.analysis = { words, filterKey, unspaced: (c) => script(c) !== SPACED };
})(window.skillsiteSearch = window.skillsiteSearch || {});
