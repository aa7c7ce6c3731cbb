// Files → words, postings and records. The forms are those of src/search/shards.rs and records.rs.
(function (search) {
  "use strict";

  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const VALUE = new Uint8Array(128);
  for (let at = 0; at < 64; at++) VALUE[DIGITS.charCodeAt(at)] = at;
  const PER_FOLDER = 256;

  // Ascending numbers; with `coded`, each has one digit before it.
  function numbers(text, coded) {
    const documents = new Uint32Array(text.length);
    const codes = new Uint8Array(coded ? text.length : 0);
    let count = 0, last = 0;
    for (let at = 0; at < text.length; count++) {
      if (coded) codes[count] = VALUE[text.charCodeAt(at++)];
      let shift = 0, digit;
      do {
        digit = VALUE[text.charCodeAt(at++)];
        last += (digit & 31) << shift;
        shift += 5;
      } while (digit & 32);
      documents[count] = last;
    }
    return { documents: documents.slice(0, count), codes: codes.slice(0, count) };
  }

  // A word of the index: `text`, `stem`, and where it stands, read when first asked for.
  class Word {
    constructor(text, stem, postings, inside) {
      this.text = text;
      this.stem = stem;
      this.raw = postings;
      this.rawInside = inside;
    }

    get postings() {
      if (!this.read) this.read = numbers(this.raw, true);
      return this.read;
    }

    get inside() {
      if (!this.readInside) this.readInside = numbers(this.rawInside, false).documents;
      return this.readInside;
    }
  }

  function rows(text) {
    let earlier = "";
    return text.split("\n").map((row) => {
      const [word, stem, postings, inside] = row.split(" ");
      const full = earlier.slice(0, VALUE[word.charCodeAt(0)]) + word.slice(1);
      earlier = full;
      const cut = stem && full.slice(0, full.length - VALUE[stem.charCodeAt(0)]) + stem.slice(1);
      return new Word(full, cut || full, postings || "", inside || "");
    });
  }

  // One set of word shards: of the fields, or of the full text.
  class Words {
    constructor(index, kind, first) {
      this.index = index;
      this.kind = kind;
      this.first = first;
      this.shards = new Map();
    }

    // Numbers of the shards that may hold words from `from` to `to`.
    range(from, to) {
      const place = (word) => Math.max(0, lowest(this.first, (first) => first > word) - 1);
      const all = [];
      if (this.first.length) for (let at = place(from); at <= place(to); at++) all.push(at);
      return all;
    }

    // The words of one shard.
    shard(at) {
      if (!this.shards.has(at)) {
        this.shards.set(at, this.index.load(this.kind + Math.floor(at / PER_FOLDER) + "/" + at).then(rows));
        this.shards.get(at).catch(() => this.shards.delete(at));
      }
      return this.shards.get(at);
    }

    // The words that start with `beginning`, from no more than `most` shards, that of `word` first.
    async startingWith(beginning, word, most) {
      let shards = this.range(beginning, beginning + "\uffff");
      if (shards.length > most) {
        const own = this.range(word, word)[0];
        shards = shards.filter((at) => at >= own).slice(0, most);
      }
      const found = await Promise.all(shards.map((at) => this.shard(at)));
      const end = beginning + "\uffff";
      return found.flatMap((rows) =>
        rows.slice(lowest(rows, ({ text }) => text >= beginning), lowest(rows, ({ text }) => text >= end)));
    }

    // The word itself, if the index has it.
    async word(text) {
      for (const at of this.range(text, text)) {
        const rows = await this.shard(at);
        const row = rows[lowest(rows, (row) => row.text >= text)];
        if (row && row.text === text) return row;
      }
      return undefined;
    }
  }

  // The first place in a sorted list from which on `holds` is true.
  function lowest(list, holds) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(list[middle])) high = middle; else low = middle + 1;
    }
    return low;
  }

  // An index of one generation.
  class Index {
    constructor(root) {
      this.root = root;
      this.stop = new Set(root.stop.split(" "));
      this.frame = new Set(root.frame.split(" "));
      this.endings = new Set(root.endings.split(" "));
      this.common = new Set(root.common.split(" "));
      this.words = new Words(this, "w", root.first);
      // Categories are ranges of documents.
      this.categoryOf = new Uint16Array(root.n);
      root.categories.reduce((start, [, count], at) => {
        this.categoryOf.fill(at, start, start + count);
        return start + count;
      }, 0);
      this.isDeprecated = new Uint8Array(root.n);
      for (const document of numbers(root.deprecated || "", false).documents) this.isDeprecated[document] = 1;
      this.letters = Array.from(root.letters);
      this.typoLists = new Map();
      this.titled = new Map();
    }

    load(key) {
      return search.load(this.root.gen + "/" + key);
    }

    // The word shards of the full text.
    async bodies() {
      if (!this.root.bodies) return null;
      if (!this.fullText) this.fullText = new Words(this, "b", (await this.load("bodies")).first);
      return this.fullText;
    }

    // Words with the same first letter that a typed word could be meant for.
    async typoWords(word) {
      const at = this.letters.indexOf(Array.from(word)[0]);
      if (at < 0) return [];
      if (!this.typoLists.has(at)) {
        const text = await this.load("t" + Math.floor(at / PER_FOLDER) + "/" + at);
        let earlier = "";
        this.typoLists.set(at, text.split("\n").map((row) => {
          earlier = earlier.slice(0, VALUE[row.charCodeAt(0)]) + row.slice(1);
          return earlier;
        }));
      }
      return this.typoLists.get(at);
    }

    // What is shown of a document.
    async record(document) {
      const [name, url, title, description, tags, facets] = await this.inFile("d", document);
      const root = this.root;
      return {
        document, name, title: title || "", description, tags,
        url: url || root.url[0] + encodeURIComponent(name) + root.url[1],
        category: this.category(document),
        kind: root.kinds[(facets & 7) - 1] || "",
        maturity: root.maturities[(facets >> 3 & 7) - 1] || "",
        risk: root.risks[(facets >> 6 & 3) - 1] || "",
      };
    }

    // Headings and files of a document.
    async outline(document, url) {
      const [headings, files] = await this.inFile("o", document);
      const folder = url.endsWith(this.root.url[1]) ? url.slice(0, -this.root.url[1].length) : url;
      const pairs = (list) => list.filter((_, at) => at % 2 === 0).map((first, at) => [first, list[at * 2 + 1]]);
      const path = (text) => text.split("/").map(encodeURIComponent).join("/");
      return {
        sections: pairs(headings).map(([text, anchor]) => ({ text, url: url + "#" + encodeURIComponent(anchor) })),
        files: pairs(files).map(([name, where]) => ({
          text: name,
          url: typeof where === "string" ? where : folder + "/" + path(name) + (where ? ".html" : ""),
        })),
      };
    }

    // Number of the file of records ("d") or outlines ("o") that a document is in.
    fileOf(kind, document) {
      return Math.floor(document / this.per(kind));
    }

    per(kind) {
      return kind === "d" ? this.root.per : this.root.outlines_per;
    }

    async inFile(kind, document) {
      const at = this.fileOf(kind, document);
      const file = await this.load(kind + Math.floor(at / PER_FOLDER) + "/" + at);
      return file[document % this.per(kind)];
    }

    category(document) {
      return this.root.categories[this.categoryOf[document]][0];
    }

    // Type, maturity, risk and scripts of every document, as records.rs packs them.
    async facets() {
      if (!this.codes) {
        const text = await this.load("facets");
        const digit = (at) => VALUE[text.charCodeAt(at)];
        this.codes = Uint16Array.from({ length: this.root.n }, (_, at) => digit(at * 2) | digit(at * 2 + 1) << 6);
      }
      return this.codes;
    }

    // `[[title, documents]]` of "topics", or of the most frequent "tags".
    async lists(kind) {
      if (!this.titled.has(kind)) {
        const lists = await this.load(kind);
        this.titled.set(kind, lists.map(([title, list]) => [title, numbers(list, false).documents]));
      }
      return this.titled.get(kind);
    }
  }

  const open = new Map();
  search.open = (root) => {
    if (!open.has(root.gen)) open.set(root.gen, new Index(root));
    return open.get(root.gen);
  };
})(window.skillsiteSearch = window.skillsiteSearch || {});
