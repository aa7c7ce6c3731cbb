// The same site from the root of a host, below a path, from disk, and without scripts.
import { expect, test } from "./lib/test.mjs";
import { lookAtAll } from "./lib/frames.mjs";
import { kinds, pages, site } from "./lib/sites.mjs";

for (const below of ["/", "/a/b/", "file"]) {
  test.describe(`reached by ${below}`, () => {
    test.use({ below });

    // Faults of the console, the policy and of loading fail every test: see lib/test.mjs.
    test("every page loads in silence and wholly", async ({ page, address }) => {
      // The page for missing addresses names the configured place of the site, which is the root.
      const all = pages(site("example")).filter((path) => below === "/" || path !== "404.html");
      const look = (document, window) => [
        document.querySelectorAll("h1").length !== 1 && "not one heading",
        window.getComputedStyle(document.body).margin !== "0px" && "no styles",
      ];
      if (below !== "file") return expect(await lookAtAll(page, address, all, look)).toEqual([]);
      // A page from disk cannot look into another.
      for (const [kind, path] of kinds(site("example")).filter(([kind]) => kind !== "not-found")) {
        await page.goto(address(path));
        expect(await page.evaluate(`(${look})(document, window)`), kind).toEqual([false, false]);
      }
    });

    test("a reader gets from the front page to a file by links", async ({ page, address }) => {
      await page.goto(address());
      await page.locator(".row h3 a").first().click();
      await expect(page.locator("h1")).toBeVisible();
      await page.goto(address(kinds(site("example")).find(([kind]) => kind === "markdown-file")[1].replace(/^(skills\/[^/]+)\/.*/, "$1.html")));
      const file = page.locator(".files a", { hasText: /\.(md|py|sh|json)$/, hasNotText: "SKILL" }).first();
      const name = await file.textContent();
      await file.click();
      await expect(page.locator("h1")).toHaveText(name);
      await page.locator(".brand").click();
      await expect(page.locator(".row").first()).toBeVisible();
    });
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every list, link and fact is there", async ({ page, address }) => {
    await page.goto(address());
    const rows = await page.locator(".row h3 a").count();
    expect(rows).toBeGreaterThan(10);
    await page.locator(".row h3 a").first().click();
    await expect(page.locator(".prose")).toBeVisible();
    await expect(page.locator("[data-field=category]")).toBeVisible();
    for (const tab of await page.locator(".tab").all()) await expect(tab).toBeVisible();
    for (const control of await page.locator(".js-only").all()) await expect(control).toBeHidden();
    await page.goto(address("search.html"));
    await page.locator("noscript a, main a").first().click();
    expect(await page.locator(".row h3 a").count()).toBe(rows);
  });
});
