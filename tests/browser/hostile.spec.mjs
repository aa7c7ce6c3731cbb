// Nothing of a catalog that tries everything is ever run: not with the policy of the pages, and not without it.
import { expect, test } from "./lib/test.mjs";
import { lookAtAll } from "./lib/frames.mjs";
import { pages, site } from "./lib/sites.mjs";
import { shapes } from "./lib/hostile.mjs";

// What is run calls `ran`, or asks with a dialog as the cases from bug reports do; both tell.
const tell = () => {
  window.ran = (at) => console.error(`ran ${at}`);
  window.alert = window.confirm = window.prompt = (at) => console.error(`ran ${at}`);
};

// Everything in the page that could run: addresses with schemes that run, handlers, scripts that are not ours.
const suspects = (document) => {
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    const shown = element.outerHTML.slice(0, 200);
    for (const { name, value } of element.attributes) {
      const address = ["href", "src", "action", "formaction", "data", "xlink:href", "poster"].includes(name);
      // eslint-disable-next-line no-control-regex
      const scheme = value.replace(/[\u0000-\u0020]/g, "").match(/^([a-z][a-z0-9+.-]*):/i);
      if (name.startsWith("on") || name === "srcdoc" || name === "style") found.push(shown);
      if (address && scheme && !["http", "https", "mailto", "file"].includes(scheme[1].toLowerCase())) found.push(shown);
    }
    if (["IFRAME", "OBJECT", "EMBED", "BASE", "STYLE", "TEMPLATE"].includes(element.tagName)) found.push(shown);
    if (element.tagName === "SCRIPT" && element.src && new URL(element.src).origin !== document.location.origin) found.push(shown);
    if (element.tagName === "META" && element.httpEquiv && element.httpEquiv !== "Content-Security-Policy") found.push(shown);
  }
  return found;
};

for (const bypassCSP of [false, true]) {
  for (const catalog of ["hostile", "cases"]) {
    test.describe(`${catalog} ${bypassCSP ? "without" : "with"} the policy`, () => {
      test.use({ catalog, bypassCSP });
      test.setTimeout(600_000);

      test("no page runs anything", async ({ page, address }) => {
        await page.addInitScript(tell);
        const all = pages(site(catalog));
        expect(all.length).toBeGreaterThan(catalog === "hostile" ? 4 * shapes.length : 10);
        expect(await lookAtAll(page, address, all, suspects)).toEqual([]);
      });
    });
  }

  test.describe(`search ${bypassCSP ? "without" : "with"} the policy`, () => {
    test.use({ catalog: "hostile", bypassCSP });
    test.setTimeout(600_000);

    test("the search runs nothing, whatever is typed and found", async ({ page, address }) => {
      await page.addInitScript(tell);
      await page.goto(address("search.html"));
      const found = [];
      for (const shape of shapes) {
        await page.goto(`${address("search.html")}?q=${encodeURIComponent(shape)}`);
        await expect(page.locator("[data-search-page]")).not.toBeEmpty();
        found.push(...(await page.evaluate(`(${suspects})(document)`)).map((what) => `${shape}: ${what}`));
      }
      expect(found).toEqual([]);
    });
  });
}
