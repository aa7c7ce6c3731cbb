#!/usr/bin/env node
// Compares the script's count of edits with the plain one: the words of standard input, one JSON string a line, each
// with those that follow it closely; the pairs that differ out.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const part = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../static/search/match.js");
const window = {};
vm.runInNewContext(fs.readFileSync(part, "utf8"), { window });
const { distance } = window.skillsiteSearch;

// The whole table: left out, added, replaced, neighbours swapped.
function plain(a, b) {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      table[i][j] = Math.min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table[a.length][b.length];
}

const words = fs.readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
for (const [at, a] of words.entries()) {
  for (const b of words.slice(at, at + 40)) {
    for (const most of [1, 2]) {
      const [got, wanted] = [distance(a, b, most), Math.min(plain(a, b), most + 1)];
      if (got !== wanted) console.log(JSON.stringify({ a, b, most, got, wanted }));
    }
  }
}
