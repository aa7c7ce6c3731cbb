// No page scrolls sideways at 320 px, nor with text at twice its size.
import { expect, test } from "./lib/test.mjs";
import { lookAtAll } from "./lib/frames.mjs";
import { pages, site } from "./lib/sites.mjs";

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

for (const catalog of ["example", "corpus"]) {
  test.describe(catalog, () => {
    test.use({ catalog });
    test.setTimeout(600_000);

    test("every page fits into 320 px", async ({ page, address }) => {
      expect(await lookAtAll(page, address, pages(site(catalog)), wide, 320)).toEqual([]);
    });

    test("text of twice the size is not cut off", async ({ page, address }) => {
      // Half of the width of a small laptop; pages of lines are all made alike, so a few stand for them.
      const all = pages(site(catalog));
      const some = all.filter((path, at) => !/^skills\/.*\//.test(path) || at % 10 === 0);
      expect(await lookAtAll(page, address, some, wideWithLargeText, 640)).toEqual([]);
    });
  });
}
