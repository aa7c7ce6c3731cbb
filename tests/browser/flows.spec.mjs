// What people come for, done with the keyboard alone: at the root of a host, below a path and from disk.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./lib/test.mjs";
import { rows, spoken, tabTo } from "./lib/people.mjs";
import { languages, project } from "./lib/sites.mjs";

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
