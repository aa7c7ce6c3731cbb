// The sites under test: where they lie, their pages, and a server for each.
import { createServer } from "node:http";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const project = join(dirname(fileURLToPath(import.meta.url)), "../../..");

// Real skills beside the project; the tests do without where they are not there.
const corpus = join(project, "../shared/corpus");
export const corpusSets = [
  ["corpus", corpus],
  ["superpowers", join(corpus, "obra+superpowers")],
  ["japanese", join(corpus, "eaglesakura+agent-skills")],
  ["single", join(corpus, "casey+just")],
];

// Languages of the interface besides English; the example catalog is there in each, as `example-de`.
export const languages = ["de", "ja"];

// Inputs from bug reports, one fault each.
export const cases = join(project, "../shared/cases");

// The folder of a built site, undefined where its source was not there.
export function site(name) {
  const folder = join(process.env.SKILLSITE_SITES, name);
  return existsSync(folder) ? folder : undefined;
}

// The paths of our pages in a site, sorted.
export function pages(folder) {
  const found = [];
  const walk = (place) => {
    for (const name of readdirSync(place)) {
      const path = join(place, name);
      if (statSync(path).isDirectory()) walk(path);
      else if (name.endsWith(".html") && readFileSync(path, "utf8").includes('<meta name="generator" content="skillsite')) {
        found.push(relative(folder, path).split(sep).join("/"));
      }
    }
  };
  walk(folder);
  return found.sort();
}

// One page of each kind: `[kind, path]`. A kind that the site does not have is left out.
export function kinds(folder) {
  const all = pages(folder);
  const html = (path) => readFileSync(join(folder, path), "utf8");
  const first = (pattern, content) => all.find((path) => pattern.test(path) && (!content || content.test(html(path))));
  return [
    ["home", first(/^index\.html$/)],
    ["further-part", first(/^list\/2\.html$/)],
    ["skill", first(/^skills\/[^/]+\.html$/, /class="files"[^]*data-relation="requires"/) || first(/^skills\/[^/]+\.html$/)],
    ["skill-with-findings", first(/^skills\/[^/]+\.html$/, /own-findings/)],
    ["skill-with-table", first(/^skills\/[^/]+\.html$/, /class="prose"[^]*<table/)],
    ["code-file", first(/^skills\/.*\/.*\.(py|sh|ts|js|json|toml)\.html$/)],
    ["markdown-file", first(/^skills\/.*\/.*\.md\.html$/)],
    ["categories", first(/^categories\.html$/)],
    ["category", first(/^categories\//)],
    ["topics", first(/^topics\.html$/)],
    ["topic", first(/^topics\//)],
    ["tags", first(/^tags\.html$/)],
    ["tag", first(/^tags\//)],
    ["search", first(/^search\.html$/)],
    ["graph", first(/^graph\.html$/)],
    ["health", first(/^health\.html$/)],
    ["rule", first(/^health\//)],
    ["not-found", first(/^404\.html$/)],
  ].filter(([, path]) => path);
}

const TYPES = {
  ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".json": "application/json",
  ".svg": "image/svg+xml", ".xml": "application/xml", ".png": "image/png", ".md": "text/markdown; charset=utf-8",
};

// Serves a site below `base` on a free port; gives its address and a way to stop.
export async function serve(folder, base = "/") {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = path.startsWith(base) ? join(folder, path.slice(base.length) || "index.html") : "";
    const found = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    const answer = found ? file : join(folder, "404.html");
    response.writeHead(found ? 200 : 404, { "content-type": TYPES[extname(answer)] || "text/plain; charset=utf-8" });
    response.end(readFileSync(answer));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const stop = () => new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${server.address().port}${base}`, stop };
}

// The address of a path of a site, for a site that is served or opened from disk.
export const at = (address, path) => address + path.split("/").map(encodeURIComponent).join("/");
export const fromDisk = (folder) => pathToFileURL(folder).href + "/";
