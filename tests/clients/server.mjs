// The site on a loopback port, with the content types that hosts send and a log of requests.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

const TYPES = {
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".xml": "application/xml",
  ".zip": "application/zip",
  ".skill": "application/zip",
};

/** Serves `folder` below `subpath`. */
export async function serve(folder, subpath) {
  const log = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const inside = path.startsWith(subpath) && !path.includes("..") ? path.slice(subpath.length) : null;
    let body = null;
    if (inside !== null) {
      body = await readFile(join(folder, inside === "" || inside.endsWith("/") ? `${inside}index.html` : inside)).catch(() => null);
    }
    log.push({ path, status: body ? 200 : 404 });
    response.writeHead(body ? 200 : 404, {
      "content-type": body ? (TYPES[extname(inside)] ?? "application/octet-stream") : "text/plain",
      "content-length": body?.length ?? 0,
    });
    response.end(request.method === "HEAD" ? undefined : (body ?? ""));
  });
  await new Promise((ready) => server.listen({ host: "127.0.0.1", port: 0, backlog: 1024 }, ready));
  return { base: `http://127.0.0.1:${server.address().port}${subpath}`, log, close: () => server.close() };
}
