// What people come for, done with the keyboard alone: at the root of a host, below a path and from disk.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./lib/test.mjs";
import { languages, project } from "./lib/sites.mjs";

// Goes to an element as people do, by Tab.
async function tabTo(page, locator, most = 150) {
  const target = locator.first();
  for (let steps = 0; steps < most; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${locator}`);
}

// What a paste gives.
async function pasted(page) {
  await page.evaluate(() => {
    const area = document.createElement("textarea");
    document.body.append(area);
    area.focus();
  });
  await page.keyboard.press("Control+V");
  return page.evaluate(() => {
    const area = document.querySelector("body > textarea");
    area.remove();
    return area.value;
  });
}

// What an element says next, in a promise of its own, so that Node does not wait for it yet: some texts go again after
// a moment, and a busy machine looks too late.
const nextText = (locator) =>
  locator.evaluateHandle((element) => ({
    said: new Promise((resolve) => {
      new MutationObserver(() => element.textContent && resolve(element.textContent)).observe(element, { childList: true });
    }),
  }));
const said = (handle) => handle.evaluate((next) => next.said);

const spoken = (page, text) => expect(page.locator("[data-status]")).toHaveText(text);
const rows = (page) => page.locator(".row h3 a");

for (const below of ["/", "/a/b/", "file"]) {
  test.describe(`reached by ${below}`, () => {
    test.use({ below });

    test("a section of a skill is found by search", async ({ page, address }) => {
      await page.goto(address());
      await page.keyboard.press("/");
      await page.keyboard.type("secret found");
      const places = page.getByRole("group", { name: "Sections" }).getByRole("option");
      await expect(places.first()).toBeVisible();
      // Each press chooses the next of the options, skills first.
      const chosen = page.locator("[role=option][aria-selected=true]");
      for (let last = null; ; ) {
        await page.keyboard.press("ArrowDown");
        await expect.poll(() => chosen.getAttribute("id")).not.toBe(last);
        last = await chosen.getAttribute("id");
        if (await page.getByRole("group", { name: "Sections" }).locator(chosen).count()) break;
      }
      const name = await chosen.locator("b").textContent();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/skills\/.*\.html#/);
      const heading = page.locator(".prose :is(h2, h3, h4)", { hasText: name });
      await expect(heading).toBeInViewport();
    });

    test("filters stand in the address, and back and forward go through them", async ({ page, address }) => {
      await page.goto(address());
      const all = await rows(page).count();
      await tabTo(page, page.locator("input[name=topic]"));
      await page.keyboard.press("Space");
      await expect.poll(() => rows(page).count()).toBeLessThan(all);
      const byTopic = await rows(page).allTextContents();
      await spoken(page, new RegExp(`^${byTopic.length} of ${all} `));
      await tabTo(page, page.locator("input[name=maturity]:checked, label:not(.none) > input[name=maturity]"));
      await page.keyboard.press("Space");
      await expect.poll(() => new URL(page.url()).search).toMatch(/topic=[^&]+&maturity=[^&]+/);
      await expect(page.locator("[data-chips] button:not(.clear)")).toHaveCount(2);
      const both = await rows(page).allTextContents();
      expect(both.length).toBeGreaterThan(0);
      // The address is enough for somebody else.
      const shared = page.url();
      await page.goto(address("health.html"));
      await page.goto(shared);
      await expect(rows(page)).toHaveText(both);
      await page.reload();
      await expect(rows(page)).toHaveText(both);
      await expect(page.locator("[data-facets] :checked")).toHaveCount(2);
      // Back through the pages, then through the filters.
      await page.goBack();
      await page.goBack();
      await expect(rows(page)).toHaveText(both);
      await page.goBack();
      await expect(rows(page)).toHaveText(byTopic);
      await page.goBack();
      await expect(rows(page)).toHaveCount(all);
      await page.goForward();
      await expect(rows(page)).toHaveText(byTopic);
      // A chip takes its filter away, and the keyboard stays in the list.
      await tabTo(page, page.locator("[data-chips] button"));
      await page.keyboard.press("Enter");
      await expect(rows(page)).toHaveCount(all);
      await expect(page.locator("[data-sort]")).toBeFocused();
    });

    test("a command and a block of code are copied as they are", async ({ page, address }) => {
      await page.goto(address("skills/git-workflow.html"));
      await tabTo(page, page.locator("[role=tab][aria-selected=true]"));
      await page.keyboard.press("ArrowRight");
      const kept = await page.locator("[role=tab][aria-selected=true]").textContent();
      const panel = page.locator("[role=tabpanel]:visible");
      const command = await panel.locator("code").textContent();
      await tabTo(page, panel.locator(".copy"));
      await page.keyboard.press("Enter");
      await spoken(page, "Copied");
      expect(await pasted(page)).toBe(command);
      const code = page.locator(".prose .code");
      await tabTo(page, code.locator(".copy"), 400);
      const next = await nextText(code.first().locator(".copy"));
      await page.keyboard.press("Enter");
      expect(await said(next)).toBe("Copied");
      const copied = await pasted(page);
      const source = readFileSync(join(project, "example-catalog/skills/engineering/git-workflow/SKILL.md"), "utf8");
      expect(source).toContain(`\n${copied.trimEnd()}\n\`\`\``);
      // The choice holds on the next page.
      await page.goto(address("skills/secret-scan.html"));
      await expect(page.locator("[role=tab][aria-selected=true]")).toHaveText(kept);
    });

    test("a command is copied where scripts may not use the clipboard", async ({ page, address }) => {
      await page.addInitScript(() => {
        const refused = () => Promise.reject(new DOMException("no", "NotAllowedError"));
        // None on the page that is there before.
        if (navigator.clipboard) navigator.clipboard.writeText = refused;
      });
      await page.goto(address("skills/git-workflow.html"));
      const panel = page.locator("[role=tabpanel]:visible");
      await tabTo(page, panel.locator(".copy"));
      await page.keyboard.press("Enter");
      await spoken(page, "Copied");
      await expect(panel.locator(".copy")).toBeFocused();
      expect(await pasted(page)).toBe(await panel.locator("code").textContent());
    });

    test("a file of a skill is opened, and a line of it", async ({ page, address }) => {
      await page.goto(address("skills/git-workflow.html"));
      await tabTo(page, page.locator(".files a", { hasText: "check-series.sh" }));
      await page.keyboard.press("Enter");
      await expect(page.locator("h1")).toHaveText("check-series.sh");
      await tabTo(page, page.locator("[data-go-to-line] input"));
      await page.keyboard.type("3-5");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/check-series\.sh\.html#L3-L5$/);
      await expect(page.locator(".numbers .marked")).toHaveCount(3);
      await page.goto(page.url().replace(/#.*/, "#L2"));
      await expect(page.locator("#L2")).toBeInViewport();
      await expect(page.locator(".numbers .marked")).toHaveCount(1);
    });

    test("the colours are kept and never flash", async ({ page, address }) => {
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.body) return;
          window.themeBeforeTheBody = document.documentElement.dataset.theme;
          observer.disconnect();
        }).observe(document, { childList: true, subtree: true });
      });
      await page.goto(address());
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await paper();
      await tabTo(page, page.locator("[data-theme-switch]"));
      await page.keyboard.press("Enter");
      await spoken(page, /light/);
      await page.keyboard.press("Enter");
      await spoken(page, /dark/);
      const dark = await paper();
      expect(dark).not.toBe(light);
      await page.goto(address("skills/git-workflow.html"));
      expect(await page.evaluate(() => window.themeBeforeTheBody)).toBe("dark");
      expect(await paper()).toBe(dark);
    });
  });
}

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

test("the keys of the pages are told, and not while somebody types", async ({ page, address }) => {
  await page.goto(address());
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toContainText("Search");
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);
  await page.keyboard.press("/");
  await page.keyboard.type("?");
  await expect(keys).toHaveCount(0);
  await expect(page.locator("[data-search-input]")).toHaveValue("?");
});

// The entry that "On this page" marks.
const marked = (page) => page.locator("[data-contents] [aria-current]");

// Waits until the page has come to rest.
async function settled(page) {
  for (let last = -1, now = -2; now !== last; await page.waitForTimeout(150)) [last, now] = [now, await page.evaluate(() => scrollY)];
}

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

// Blocks the files that `pattern` names, until it is called.
async function blocked(page, pattern) {
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

test("where the data of the filters does not come, that is said, and it can be tried again", async ({ page, address, faults }) => {
  await page.goto(address());
  const all = await rows(page).count();
  const unblock = await blocked(page, "**/catalog.js*");
  const failed = page.locator(".results .note", { hasText: "could not be loaded" });
  await page.locator("input[name=topic]").first().check();
  await expect(failed).toHaveCount(1);
  await spoken(page, /could not be loaded/);
  // Each further filter tries again by itself.
  await page.locator("input[name=maturity]").first().check();
  await expect.poll(() => faults.filter((fault) => fault.startsWith("failed: ")).length).toBe(2);
  await expect(failed).toHaveCount(1);
  await unblock();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(failed).toHaveCount(0);
  await expect.poll(() => rows(page).count()).toBeLessThan(all);
  await expect(page.locator("[data-chips] button:not(.clear)")).toHaveCount(2);
  expect(faults.filter((fault) => !/catalog\.js|ERR_FAILED/.test(fault))).toEqual([]);
  faults.length = 0;
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the list comes before the charts, and the folded filters tell how many are set", async ({ page, address }) => {
    await page.goto(address());
    const place = async (selector) => (await page.locator(selector).first().boundingBox()).y;
    expect(await place(".row")).toBeLessThan(await place(".charts"));
    const shelves = await page.locator(".shelves li").evaluateAll((all) => all.map((shelf) => shelf.getBoundingClientRect().top));
    expect(shelves[1]).toBe(shelves[0]);
    const filters = page.locator(".facets summary");
    await expect(filters).toHaveText(/^Filter\s*$/);
    await filters.click();
    await page.locator("input[name=topic]").first().check();
    await page.locator("input[name=maturity]").first().check();
    await filters.click();
    await expect(filters).toHaveText("Filter (2)");
    await page.reload();
    await expect(filters).toHaveText("Filter (2)");
  });

  test("no name of a field breaks within itself", async ({ page, address }) => {
    await page.goto(address("health.html"));
    const lines = await page.locator(".coverage code").evaluateAll((names) => names.map((name) => name.getClientRects().length));
    expect(new Set(lines)).toEqual(new Set([1]));
  });
});

test("an address may ask for anything", async ({ page, address }) => {
  await page.goto(address() + "?topic=constructor&topic=__proto__&sort=__proto__");
  await expect(page.locator("[data-count]")).toHaveText(/^0 of /);
  await page.locator("[data-chips] .clear").click();
  await expect(page.locator("[data-count]")).not.toHaveText(/ of /);
  await page.goto(address() + "?sort=toString");
  await expect(page.locator("[data-sort]")).toHaveValue("name");
});

test("a link within the page loads no data", async ({ page, address }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(address());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#s:main$/);
  await page.goBack();
  await expect(page).not.toHaveURL(/#/);
  await page.waitForTimeout(300);
  expect(asked.filter((url) => /catalog\.js/.test(url))).toEqual([]);
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
    // The bar beside the trigger stands where its lines begin.
    await expect(page.locator(".trigger")).toHaveCSS("border-top-left-radius", "8px");
    await expect(page.locator(".trigger")).toHaveCSS("border-top-right-radius", "0px");
    const [brand, colours] = [await page.locator(".brand").boundingBox(), await page.locator("[data-theme-switch]").boundingBox()];
    expect(brand.x).toBeLessThan(colours.x);
  });
});

test.describe("a large catalog", () => {
  test.use({ catalog: "many" });

  test("few rows are in the page, and the numbers are those of all", async ({ page, address }) => {
    await page.goto(address());
    await expect(page.locator("[data-count]")).toHaveText("450 skills");
    await page.locator("[data-sort]").selectOption("cost");
    await expect(page.locator("[data-count]")).toHaveText("450 of 450 skills");
    expect(await rows(page).count()).toBeLessThanOrEqual(120);
    const costs = async () => (await page.locator(".row .facts span", { hasText: "token" }).allTextContents()).map((text) => parseInt(text, 10));
    const first = await costs();
    expect(first).toEqual(first.toSorted((a, b) => a - b));
    // Further rows come when the end is near, and with the button.
    const before = await rows(page).count();
    await page.locator(".show-more").scrollIntoViewIfNeeded();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
    await page.locator("input[name=tag]").first().check();
    await expect(page.locator("[data-count]")).toHaveText("90 of 450 skills");
    await expect(page.locator("[data-facet=tag] .count").first()).toHaveText("90");
  });

  test("a category is narrowed in the list of all", async ({ page, address }) => {
    await page.goto(address("categories.html"));
    await page.locator("main a", { hasText: "testing" }).first().click();
    const number = await page.locator(".hero p").last().textContent();
    await page.getByRole("link", { name: "Filter and sort" }).click();
    await expect(page.locator("[data-count]")).toHaveText(`${parseInt(number, 10)} of 450 skills`);
    await expect(page.locator("[data-chips] button")).toHaveText(/testing/);
  });

  test("the way back from a skill leads to the same place of a list", async ({ page, address }) => {
    await page.goto(address());
    await page.locator("[data-sort]").selectOption("cost");
    await expect(rows(page)).toHaveCount(60);
    while ((await rows(page).count()) < 300) await rows(page).last().scrollIntoViewIfNeeded();
    await settled(page);
    const [count, top] = [await rows(page).count(), await page.evaluate(() => scrollY)];
    expect(top).toBeGreaterThan(10_000);
    // A page that the browser does not keep whole.
    await page.evaluate(() => addEventListener("unload", () => {}));
    const link = page.locator(".row h3 a >> visible=true").nth(count - 10);
    const name = await link.textContent();
    await link.evaluate((link) => link.click());
    await expect(page.locator("h1")).toContainText(name);
    await page.goBack();
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(count);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  });

  test("where the data of the findings does not come, that is said, and it can be tried again", async ({ page, address, faults }) => {
    await page.goto(address("health.html"));
    const unblock = await blocked(page, "**/findings*.js*");
    await page.locator("select[name=category]").selectOption("testing");
    const again = page.locator("main").getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await unblock();
    await again.click();
    await expect(page.locator("[data-filter-count]")).toHaveText(/^225 \/ /);
    await expect(again).toHaveCount(0);
    expect(faults.filter((fault) => !/findings|ERR_FAILED/.test(fault))).toEqual([]);
    faults.length = 0;
  });

  test("every finding can be filtered for, not only those on the page", async ({ page, address }) => {
    await page.goto(address("health.html"));
    const lines = page.locator("[data-findings] tbody tr");
    await expect(lines).toHaveCount(200);
    await page.locator("select[name=category]").selectOption("testing");
    const count = page.locator("[data-filter-count]");
    await expect(count).toHaveText(/^225 \/ /);
    await expect(page).toHaveURL(/category=testing/);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(lines).toHaveCount(225);
    // A row that was made in the browser is like one of the page.
    const texts = await lines.first().locator("td").allTextContents();
    expect(texts.join(" ")).toContain("lost-");
    await page.reload();
    await expect(count).toHaveText(/^225 \/ /);
    await lines.last().locator("td:last-child a").last().click();
    await expect(page).toHaveURL(/SKILL\.md\.html#L\d+$/);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("commands, lists, files and what folds are there", async ({ page, address }) => {
    await page.goto(address("skills/git-workflow.html"));
    const commands = page.locator(".tab");
    expect(await commands.count()).toBeGreaterThan(1);
    for (const command of await commands.all()) await expect(command).toBeVisible();
    await page.locator(".agent summary").focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".agent .header")).toBeVisible();
    await page.locator(".files a", { hasText: "check-series.sh" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".source .text")).toContainText("#!");
    await page.goto(page.url() + "#L3");
    await expect(page.locator("#L3")).toBeInViewport();
    await page.goto(address("health.html"));
    await expect(page.locator("[data-filter-findings]")).toHaveCount(0);
  });

  test.describe("in a large catalog", () => {
    test.use({ catalog: "many" });

    test("a list is complete in its parts", async ({ page, address }) => {
      await page.goto(address());
      const names = new Set();
      for (let parts = 1; ; parts++) {
        for (const name of await rows(page).allTextContents()) names.add(name);
        const next = page.locator(".parts [rel=next]");
        if (!(await next.count())) break;
        expect(parts).toBeLessThan(5);
        await next.focus();
        await page.keyboard.press("Enter");
        await expect(page.locator(".parts [aria-current]")).toHaveText(String(parts + 1));
      }
      expect(names.size).toBe(450);
    });
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

const words = {
  de: { search: "Skills durchsuchen", keys: "Tasten", copied: "Kopiert" },
  ja: { search: "スキルを検索", keys: "キー操作", copied: "コピーしました" },
};

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ catalog: `example-${language}` });

    test("pages and scripts speak the language of the site", async ({ page, address }) => {
      const { search, keys, copied } = words[language];
      await page.goto(address());
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      const input = page.locator("[data-search-input]");
      await expect(input).toHaveAccessibleName(search);
      await tabTo(page, input);
      await page.keyboard.type("secret");
      await expect(page.getByRole("option").first()).toBeVisible();
      await page.goto(address("skills/git-workflow.html"));
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toHaveAccessibleName(keys);
      await page.keyboard.press("Escape");
      await tabTo(page, page.locator("[role=tabpanel]:visible .copy"));
      await page.keyboard.press("Enter");
      await spoken(page, copied);
    });
  });
}
