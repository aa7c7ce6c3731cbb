// Nothing of a catalog that tries everything is ever run: not with the policy of the pages, and not without it.
import { expect, test } from "./lib/test.mjs";
import { pages, site } from "./lib/sites.mjs";
import { shapes } from "./lib/hostile.mjs";

// What is run calls `ran`, which tells.
const tell = () => { window.ran = (at) => console.error(`ran ${at}`); };

// Everything in the page that could run: addresses with schemes that run, handlers, scripts that are not ours.
const suspects = (page) => page.evaluate(() => {
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      const address = ["href", "src", "action", "formaction", "data", "xlink:href", "srcdoc", "poster"].includes(name);
      // eslint-disable-next-line no-control-regex
      const scheme = value.replace(/[\u0000-\u0020]/g, "").match(/^([a-z][a-z0-9+.-]*):/i);
      if (name.startsWith("on") || name === "srcdoc" || name === "style") found.push(element.outerHTML.slice(0, 200));
      if (address && scheme && !["http", "https", "mailto", "file"].includes(scheme[1].toLowerCase())) found.push(element.outerHTML.slice(0, 200));
    }
    if (["IFRAME", "OBJECT", "EMBED", "BASE", "STYLE", "TEMPLATE"].includes(element.tagName)) found.push(element.outerHTML.slice(0, 200));
    if (element.tagName === "META" && element.httpEquiv && element.httpEquiv !== "Content-Security-Policy") found.push(element.outerHTML);
  }
  return found;
});

for (const bypassCSP of [false, true]) {
  test.describe(bypassCSP ? "without the policy" : "with the policy", () => {
    test.use({ catalog: "hostile", bypassCSP });
    test.setTimeout(600_000);

    test("no page runs anything", async ({ page, address }) => {
      await page.addInitScript(tell);
      const all = pages(site("hostile"));
      expect(all.length).toBeGreaterThan(2 * shapes.length);
      const found = [];
      for (const path of all) {
        await page.goto(address(path));
        for (const suspect of await suspects(page)) found.push(`${path}: ${suspect}`);
      }
      expect(found).toEqual([]);
    });

    test("the search runs nothing, whatever is typed and found", async ({ page, address }) => {
      await page.addInitScript(tell);
      const found = [];
      for (const shape of shapes) {
        await page.goto(`${address("search.html")}?q=${encodeURIComponent(shape)}`);
        await expect(page.locator("[data-search-input]").first()).toHaveValue(shape.replace(/[\n\t\u2028]/g, (c) => (c === "\u2028" ? c : c)));
        for (const suspect of await suspects(page)) found.push(`${shape}: ${suspect}`);
      }
      expect(found).toEqual([]);
    });
  });
}
