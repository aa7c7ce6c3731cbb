// No page scrolls sideways at 320 px, nor with text at twice its size.
import { expect, test } from "./lib/test.mjs";
import { kinds, pages, site } from "./lib/sites.mjs";

const wide = (page) => page.evaluate(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? scrollWidth : 0;
});

for (const catalog of ["example", "corpus"]) {
  test.describe(catalog, () => {
    test.use({ catalog, viewport: { width: 320, height: 640 } });
    test.setTimeout(600_000);

    test("every page fits into 320 px", async ({ page, address }) => {
      const broken = [];
      for (const path of pages(site(catalog))) {
        await page.goto(address(path), { waitUntil: "domcontentloaded" });
        const width = await wide(page);
        if (width) broken.push(`${path}: ${width}`);
      }
      expect(broken).toEqual([]);
    });
  });

  test.describe(`${catalog} with large text`, () => {
    test.use({ catalog, viewport: { width: 640, height: 640 } });

    test("text of twice the size is not cut off", async ({ page, address }) => {
      const broken = [];
      for (const [kind, path] of kinds(site(catalog))) {
        await page.goto(address(path));
        await page.addStyleTag({ content: "" }).catch(() => {});
        await page.evaluate(() => { document.documentElement.style.fontSize = "200%"; });
        const width = await wide(page);
        if (width) broken.push(`${kind} ${path}: ${width}`);
      }
      expect(broken).toEqual([]);
    });
  });
}
