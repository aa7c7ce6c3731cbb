#!/usr/bin/env node
// Compares the script's words with given ones: lines of {"text", "words", "key"} in, the lines that
// differ out.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const part = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../static/search/analysis.js");
const window = {};
vm.runInNewContext(fs.readFileSync(part, "utf8"), { window });
const { words, filterKey } = window.skillsiteSearch.analysis;
for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { text, words: wanted, key } = JSON.parse(line);
  const got = Array.from(words(text));
  if (JSON.stringify(got) !== JSON.stringify(wanted) || filterKey(text) !== key) {
    console.log(JSON.stringify({ text, wanted, got, key, gotKey: filterKey(text) }));
  }
}
