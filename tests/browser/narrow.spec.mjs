// No page scrolls sideways at 320 px, nor with text at twice its size.
import { expect, test } from "./lib/test.mjs";
import { lookAtAll } from "./lib/frames.mjs";
import { pages, site } from "./lib/sites.mjs";

// Pages of files differ little: of many, some stand for all. `EVERY_PAGE=1` looks at each.
const chosen = (catalog, step) => {
  const all = pages(site(catalog));
  return process.env.EVERY_PAGE ? all : all.filter((path, at) => !/^skills\/.*\//.test(path) || at % step === 0);
};

// How wide the page is, and which elements stick out, when it is wider than its window.
const wide = (document) => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return "";
  const boxes = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > clientWidth + 1);
  const names = boxes.slice(0, 3).map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
  return `${scrollWidth} px: ${names.join(", ")}`;
};

const wideWithLargeText = (document) => {
  document.documentElement.style.fontSize = "200%";
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth && `${scrollWidth} px`;
};

for (const catalog of ["example", "extremes", "corpus"]) {
  test.describe(catalog, () => {
    test.use({ catalog });
    test.setTimeout(600_000);

    test("every page fits into 320 px", async ({ page, address }) => {
      expect(await lookAtAll(page, address, chosen(catalog, catalog === "corpus" ? 8 : 1), wide, 320)).toEqual([]);
    });

    test("text of twice the size is not cut off", async ({ page, address }) => {
      // Half of the width of a small laptop.
      expect(await lookAtAll(page, address, chosen(catalog, catalog === "extremes" ? 1 : 16), wideWithLargeText, 640)).toEqual([]);
    });
  });
}
