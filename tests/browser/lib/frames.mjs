// Looks at hundreds of pages of a served site in little time: several frames of one page, each going from page to page.

// Calls `look(document, window)` in every page of `paths`, each in a frame of `width` × 640 px; gives what it says for
// each page where that is neither empty nor false, as `path: what`. `look` is sent to the browser: it sees no variable
// of the caller.
export async function lookAtAll(page, address, paths, look, width = 1280) {
  const harness = address("frames-of-the-test.html");
  await page.route(harness, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Frames</title>" }));
  await page.goto(harness);
  const pages = paths.map((path) => ({ path, address: address(path) }));
  return page.evaluate(async ({ pages, source, width }) => {
    // eslint-disable-next-line no-eval
    const look = eval(`(${source})`);
    const said = [];
    const waiting = pages.slice();
    const lane = async () => {
      const frame = document.createElement("iframe");
      frame.width = width;
      frame.height = 640;
      document.body.append(frame);
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await new Promise((loaded) => {
          frame.onload = loaded;
          frame.src = next.address;
        });
        const inside = frame.contentDocument;
        const strayed = !inside || !inside.querySelector("meta[name=generator]");
        const what = strayed ? "did not stay on its page" : await look(inside, frame.contentWindow);
        for (const each of [what].flat()) if (each) said.push(`${next.path}: ${each}`);
      }
      frame.remove();
    };
    await Promise.all(Array.from({ length: 4 }, lane));
    return said.sort();
  }, { pages, source: String(look), width });
}
