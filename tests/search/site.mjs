// A built site's real search script, run from disk without a browser: a window with the little
// that finding needs. Pages and boxes are tested in Chromium.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import vm from "node:vm";

// Runs SITE/assets/search.js; gives its window.
export function openSite(site, { page = "index.html" } = {}) {
  const root = pathToFileURL(path.resolve(site) + path.sep).href;
  const source = path.join(site, "assets", "search.js");
  const window = { URL, console };
  const document = {
    baseURI: new URL(page, root).href,
    currentScript: { src: pathToFileURL(path.resolve(source)).href, dataset: {} },
    createElement: () => ({ remove() {} }),
    querySelector: () => null,
    querySelectorAll: () => [],
    addEventListener() {},
    head: { appendChild: (element) => setImmediate(() => run(element)) },
  };
  const context = vm.createContext(Object.assign(window, {
    window, document, addEventListener() {}, setTimeout, clearTimeout,
    location: new URL(document.baseURI), matchMedia: () => ({ matches: false, addEventListener() {} }),
  }));
  // What a browser does with a script element.
  function run(element) {
    const url = new URL(element.src);
    let text;
    try {
      text = fs.readFileSync(fileURLToPath(url.origin === "null" ? url.href.split(/[?#]/)[0] : url), "utf8");
    } catch {
      element.onerror();
      return;
    }
    try {
      vm.runInContext(text, context, { filename: url.pathname });
    } catch (error) {
      console.error(error);
    }
    element.onload();
  }
  vm.runInContext(fs.readFileSync(source, "utf8"), context, { filename: source });
  return window;
}

// Calls `answer` with each line of standard input and prints what it gives as a line of JSON.
export async function eachLine(answer) {
  const lines = fs.readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
  for (const line of lines) {
    const asked = JSON.parse(line);
    let given;
    try {
      given = await answer(asked);
    } catch (error) {
      given = { error: String(error && error.stack || error) };
    }
    process.stdout.write(JSON.stringify({ q: typeof asked === "string" ? asked : asked.q, ...given }) + "\n");
  }
}
