// How a skill's page reads: on paper, long, narrow, from right to left.
import { expect, test } from "./lib/test.mjs";
import { settled } from "./lib/people.mjs";

test("a page is printed in light colours, without what can only be clicked", async ({ page, address }) => {
  await page.goto(address());
  await page.evaluate(() => localStorage.setItem("skillsite-theme", "dark"));
  for (const path of ["index.html", "skills/git-workflow.html"]) {
    await page.goto(address(path));
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("heading", { name: /^Install/ })).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(253, 253, 251)");
    for (const heading of await page.locator("h2").all()) {
      if (await heading.isVisible()) expect(await heading.textContent()).not.toMatch(/^(Install|On this page)/);
    }
    await page.emulateMedia({ media: "screen" });
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".files")).toBeVisible();
});

// The entry that "On this page" marks.
const marked = (page) => page.locator("[data-contents] [aria-current]");

test("the section that is read is marked", async ({ page, address }) => {
  await page.goto(address("skills/git-workflow.html"));
  const entries = page.locator("[data-contents] a");
  const texts = await entries.allTextContents();
  await expect(marked(page)).toHaveText(texts[0]);
  // There and back: from each the next is some way off. Smooth, as most readers have it.
  for (const at of [...texts.keys(), ...[...texts.keys()].reverse()]) {
    await entries.nth(at).click();
    await expect(marked(page)).toHaveText(texts[at]);
    await settled(page);
    await expect(marked(page)).toHaveText(texts[at]);
  }
  // Without a jump the end of the page is the last section.
  await page.goto(address("skills/git-workflow.html"));
  await page.keyboard.press("End");
  await expect(marked(page)).toHaveText(texts.at(-1));
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`many files, scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ catalog: "extremes", javaScriptEnabled });

    test("are folded below what is on the page, and unfold", async ({ page, address }) => {
      await page.goto(address("skills/many-files.html"));
      const last = page.locator(".files a", { hasText: "file-118.md" });
      await expect(last).toBeHidden();
      const [contents, files] = [await page.locator("[data-contents]").boundingBox(), await page.locator(".files").boundingBox()];
      expect(contents.y).toBeLessThan(files.y);
      expect(files.height).toBeLessThan(200);
      await page.locator(".files summary", { hasText: "references/" }).click();
      await page.locator(".files summary", { hasText: "deep/" }).click();
      await expect(page.locator(".files a", { hasText: "file-117.md" })).toBeVisible();
      await expect(page.locator(".files a", { hasText: "file-118.md" })).toBeHidden();
      await page.goto(address("skills/many-headings.html"));
      await page.goto(address("skills/many-files.html"));
      await page.locator(".prose a", { hasText: "references" }).click();
      await expect(page).toHaveURL(/#s:files$/);
      await expect(page.locator(".files")).toBeInViewport();
      if (javaScriptEnabled) await expect(last).toBeVisible();
    });
  });
}

test.describe("of many headings", () => {
  test.use({ catalog: "extremes" });

  test("the marked one is in sight, and the page does not move for it", async ({ page, address }) => {
    await page.goto(address("skills/many-headings.html"));
    for (const section of ["section-110", "section-57", "section-2"]) {
      await page.goto(address("skills/many-headings.html") + `#${section}`);
      await settled(page);
      await expect(marked(page)).toHaveAttribute("href", `#${section}`);
      await expect(marked(page)).toBeInViewport({ ratio: 1 });
      await expect(page.locator(`#${section}`)).toBeInViewport();
    }
  });
});

test.describe("text from right to left", () => {
  test.use({ catalog: "extremes" });

  // Where the first letters of an element stand: at its left or its right edge.
  const edge = (locator) => locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return box.right - text.right < text.left - box.left ? "right" : "left";
  });

  test("is read from the right, and the interface is not turned round", async ({ page, address }) => {
    await page.goto(address());
    const row = page.locator(".row", { hasText: "عربي" });
    expect(await edge(row.locator("p"))).toBe("right");
    expect(await edge(page.locator(".row", { hasText: "many-headings" }).locator("p"))).toBe("left");
    // A row that a script made.
    await page.locator("[data-sort]").selectOption("cost");
    await expect(page.locator("[data-count]")).toContainText(" of ");
    expect(await edge(row.locator("p"))).toBe("right");
    await row.locator("h3 a").click();
    await expect(page.locator("html")).toHaveCSS("direction", "ltr");
    await expect(page.locator("h1")).toHaveCSS("direction", "rtl");
    await expect(page.locator(".trigger")).toHaveCSS("direction", "rtl");
    const paragraphs = page.locator(".prose > p");
    expect(await edge(paragraphs.first())).toBe("right");
    expect(await edge(paragraphs.last())).toBe("left");
    await expect(page.locator(".prose pre")).toHaveCSS("direction", "ltr");
    // The button to copy stands at the end of the code.
    await page.locator(".prose .code").hover();
    const [code, copy] = [await page.locator(".prose .code").boundingBox(), await page.locator(".code .copy").boundingBox()];
    expect(copy.x).toBeGreaterThan(code.x + code.width / 2);
    // The bar beside the trigger stands where its lines begin.
    await expect(page.locator(".trigger")).toHaveCSS("border-top-left-radius", "8px");
    await expect(page.locator(".trigger")).toHaveCSS("border-top-right-radius", "0px");
    const [brand, colours] = [await page.locator(".brand").boundingBox(), await page.locator("[data-theme-switch]").boundingBox()];
    expect(brand.x).toBeLessThan(colours.x);
  });
});

test("nothing lies on the end of a long line of code", async ({ page, address }) => {
  await page.goto(address("skills/git-workflow.html"));
  const block = page.locator(".prose .code").first();
  await block.hover();
  const [end, button] = await block.evaluate((block) => {
    const code = block.querySelector("code");
    code.textContent = "word ".repeat(80) + "end";
    block.querySelector("pre").scrollLeft = 1e6;
    const range = document.createRange();
    range.selectNodeContents(code);
    return [range.getBoundingClientRect().right, block.querySelector(".copy").getBoundingClientRect().left];
  });
  expect(end).toBeLessThan(button);
});

for (const colorScheme of ["light", "dark"]) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test("a marked line of a file can be read", async ({ page, address }) => {
      await page.goto(address("skills/git-workflow/scripts/check-series.sh.html") + "#L3");
      const contrasts = await page.locator("#L3").evaluate((line) => {
        // Relative luminance, as WCAG 2 has it.
        const light = (colour) => {
          const [red, green, blue] = colour.match(/[\d.]+/g).map((part) => part / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const bar = getComputedStyle(line, "::after");
        if (bar.mixBlendMode !== "normal") throw new Error("what is seen is not what is computed");
        const below = light(bar.backgroundColor);
        const text = document.querySelector(".source .text code");
        // One class for each colour of code.
        text.append(...["c", "s", "e", "k", "f", "t", "d", "h"].map((name) => Object.assign(document.createElement("span"), { className: name })));
        return [line, text, ...text.querySelectorAll("span")].map((part) => {
          const [less, more] = [below, light(getComputedStyle(part).color)].sort((a, b) => a - b);
          return (more + 0.05) / (less + 0.05);
        });
      });
      expect(Math.min(...contrasts)).toBeGreaterThan(4.5);
    });
  });
}
