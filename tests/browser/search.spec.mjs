// The search as people use it: keyboard, screen reader, small screen, links, and what happens when its data is gone.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./lib/test.mjs";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const field = (page) => page.locator("[data-search-input][role=combobox]");
const options = (page) => page.locator("[role=listbox] [role=option]");

// Opens the search and waits for an option.
async function ask(page, text) {
  await page.locator("[data-search-input]").click();
  await page.locator("[data-search-input]").fill(text);
  await expect(options(page).first()).toBeVisible();
}

const violations = async (page, part) => {
  const found = await new AxeBuilder({ page }).include(part).withTags(RULES).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(" ")}`);
};

test("nothing of the index is loaded before it is wanted", async ({ page, address }) => {
  const loaded = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(address());
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((path) => path.startsWith("/search/") || path.endsWith("/search.js"))).toEqual([]);
});

test("the keyboard is enough, and Tab is never taken", async ({ page, address }) => {
  await page.goto(address());
  await page.keyboard.press("/");
  await expect(page.locator("[data-search-input]")).toBeFocused();
  await page.keyboard.type("invoice");
  await expect(options(page).first()).toContainText("extract-invoice");
  await expect(field(page)).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator("[data-status]")).toHaveText(/\d+ results?/);
  await page.keyboard.press("ArrowDown");
  await expect(field(page)).toHaveAttribute("aria-activedescendant", await options(page).first().getAttribute("id"));
  await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await expect(field(page)).not.toHaveAttribute("aria-activedescendant", /./);
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveAttribute("aria-expanded", "false");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect(field(page)).not.toBeFocused();
  await field(page).focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.locator("h1")).toContainText("extract-invoice");
});

test("searches are kept in this browser only, and can be cleared", async ({ page, address }) => {
  await page.goto(address());
  await ask(page, "invoice");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search\.html\?q=invoice/);
  await page.waitForLoadState("networkidle");
  await page.goto(address());
  await page.locator("[data-search-input]").click();
  await expect(options(page)).toHaveText(["invoice"]);
  await page.getByRole("button", { name: /clear/i }).click();
  await expect(options(page)).toHaveCount(0);
  await page.goto(address());
  await page.locator("[data-search-input]").click();
  await expect(page.locator(".hit-note")).toBeVisible();
  await expect(options(page)).toHaveCount(0);
});

test("a result on the very page leads to its place and leaves nothing open", async ({ page, address }) => {
  await page.goto(address("skills/secret-scan.html"));
  await ask(page, "secret found");
  await page.getByRole("group", { name: "Sections" }).getByRole("option").first().click();
  await expect(page).toHaveURL(/secret-scan\.html#./);
  await expect(page.locator("[role=listbox]")).toBeHidden();
  await expect(field(page)).toHaveAttribute("aria-expanded", "false");
});

test("a query may have signs that mean something to a script", async ({ page, address }) => {
  await page.goto(address("search.html") + "?q=" + encodeURIComponent("zz$&zz"));
  await expect(page.locator(".bar").first()).toContainText("zz$&zz");
});

test("a heading is found and leads to its place", async ({ page, address }) => {
  await page.goto(address());
  await ask(page, "secret found");
  const place = page.getByRole("group", { name: "Sections" }).getByRole("option").first();
  await expect(place).toHaveAttribute("href", /skills\/.*\.html#/);
});

test("the result page is a link with facets", async ({ page, address }) => {
  await page.goto(address("search.html") + "?q=use");
  await expect(page.locator(".hit-row").first()).toBeVisible();
  const all = await page.locator(".hit-row").count();
  const facet = page.getByRole("group", { name: "Category" }).getByRole("checkbox").first();
  await facet.check();
  await expect(page).toHaveURL(/category=/);
  await expect.poll(() => page.locator(".hit-row").count()).toBeLessThan(all);
  await page.reload();
  await expect(page.getByRole("group", { name: "Category" }).getByRole("checkbox", { checked: true })).toHaveCount(1);
  await page.getByRole("button", { name: /remove the filter/i }).click();
  await expect.poll(() => page.locator(".hit-row").count()).toBe(all);
});

test("what is chosen is a step of the history, what is typed is not", async ({ page, address }) => {
  await page.goto(address());
  await page.goto(address("search.html") + "?q=use");
  await expect(page.locator(".hit-row").first()).toBeVisible();
  const steps = () => page.evaluate("history.length");
  const before = await steps();
  let searches = 0;
  await page.exposeFunction("searched", () => searches++);
  await page.evaluate(`(() => {
    const { find } = window.skillsiteSearch;
    window.skillsiteSearch.find = (...given) => { window.searched(); return find(...given); };
  })()`);
  await page.locator("[data-search-input]").fill("");
  await page.locator("[data-search-input]").pressSequentially("git commits", { delay: 5 });
  await expect(page).toHaveURL(/q=git\+commits/);
  expect(await steps()).toBe(before);
  await expect.poll(() => searches).toBeGreaterThan(0);
  expect(searches).toBeLessThan(6);
  await page.locator("[data-search-input]").fill("use");
  await page.getByRole("checkbox", { name: "Also in the full text" }).check();
  await expect(page).toHaveURL(/q=use&full=1/);
  await page.getByRole("group", { name: "Tag" }).getByRole("checkbox").first().check();
  await expect(page).toHaveURL(/tag=/);
  expect(await steps()).toBe(before + 2);
  await page.goBack();
  await expect(page.getByRole("button", { name: /remove the filter/i })).toHaveCount(0);
  await expect(page).not.toHaveURL(/tag=/);
  await page.goBack();
  await expect(page.getByRole("checkbox", { name: "Also in the full text" })).not.toBeChecked();
  await expect(page).toHaveURL(/q=use$/);
});

test("tags are a facet: the most frequent ones, with what is left of each", async ({ page, address }) => {
  await page.goto(address("search.html") + "?q=use");
  const tags = page.getByRole("group", { name: "Tag" });
  const count = Number(await tags.locator("label small").first().textContent());
  await tags.getByRole("checkbox").first().check();
  await expect(page.locator(".bar strong")).toHaveText(new RegExp(`^${count} results?$`));
  const second = tags.locator("label").nth(1);
  const both = Number(await second.locator("small").textContent());
  await second.getByRole("checkbox").check();
  await expect(page.locator(".bar strong")).toHaveText(new RegExp(`^${both} results?$`));
});

test("a box for the full text is there until it was searched unasked", async ({ page, address }) => {
  const box = page.getByRole("checkbox", { name: "Also in the full text" });
  await page.goto(address("search.html") + "?q=use");
  await expect(page.locator(".hit-row").first()).toBeVisible();
  await expect(box).toBeVisible();
  await page.goto(address("search.html") + "?q=zzzz");
  await expect(page.locator("[data-search-page]")).toContainText("The full text was searched as well.");
  await expect(box).toBeHidden();
});

test("the keyboard stays where it is on the page of results", async ({ page, address }) => {
  const focused = () => page.evaluate(() => {
    const at = document.activeElement;
    return (at.closest("label") || at).textContent.trim() || at.tagName;
  });
  await page.goto(address("search.html") + "?q=use");
  const facet = page.getByRole("group", { name: "Category" }).getByRole("checkbox").first();
  await facet.focus();
  const name = await focused();
  for (const pressed of [1, 2]) {
    await page.keyboard.press("Space");
    await expect(page.getByRole("group", { name: "Category" }).getByRole("checkbox", { checked: true })).toHaveCount(pressed % 2);
    await expect(page.getByRole("button", { name: /remove the filter/i })).toHaveCount(pressed % 2);
    expect((await focused()).replace(/\d+$/, "")).toBe(name.replace(/\d+$/, ""));
  }
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: /remove the filter/i }).press("Enter");
  await expect(page.getByRole("button", { name: /remove the filter/i })).toHaveCount(0);
  await expect(page.locator("[data-search-input]")).toBeFocused();
  await page.getByRole("checkbox", { name: "Also in the full text" }).focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/full=1/);
  await expect(page.getByRole("checkbox", { name: "Also in the full text" })).toBeFocused();
  await page.getByRole("button", { name: "Try a task" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Try a task", pressed: true })).toBeFocused();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
});

test("a filter that no skill meets is told with what may be meant", async ({ page, address }) => {
  await page.goto(address("search.html") + "?q=" + encodeURIComponent("tag:gti"));
  await expect(page.locator(".bar").first()).toContainText("No skill has tag:gti. There is: git");
  await page.goto(address());
  await page.locator("[data-search-input]").fill("maturity:nope");
  await expect(page.locator(".hit-note")).toContainText("No skill has maturity:nope. There is: ");
});

test("a query is text, never markup", async ({ page, address }) => {
  await page.goto(address("search.html") + "?q=%3Cb%20id%3Dhere%3Einvoice%3C%2Fb%3E");
  await expect(page.locator(".bar").first()).toBeVisible();
  await expect(page.locator("#here")).toHaveCount(0);
  await page.goto(address("search.html") + "?q=%3Czzzz%3E");
  await expect(page.locator("[data-search-page]")).toContainText("<zzzz>");
});

test("a task shows what an agent would meet first", async ({ page, address }) => {
  await page.goto(address("search.html") + "?mode=task&q=" + encodeURIComponent("pull the fields out of an invoice"));
  await expect(page.locator(".hit-row").first()).toContainText("extract-invoice");
  await expect(page.locator(".bar strong")).toContainText("%");
  expect(await violations(page, "body")).toEqual([]);
});

const RANKS = {
  "invoice": ["extract-invoice", "reconcile-statement"],
  "invioce": ["extract-invoice"],
  "git commits": ["git-workflow"],
  "tag:git": ["git-workflow"],
};

for (const below of ["/", "/a/b/", "file"]) {
  test.describe(`reached by ${below}`, () => {
    test.use({ below });

    test("the same is found, from any page, under a policy that forbids all but our files", async ({ page, address }) => {
      await page.goto(address("skills/git-workflow.html"));
      const policy = page.locator("meta[http-equiv='Content-Security-Policy']");
      await expect(policy).toHaveAttribute("content", /default-src 'none'; script-src 'self' 'sha256-[^' ]+';/);
      for (const [query, names] of Object.entries(RANKS)) {
        const found = await page.evaluate(`window.skillsite.search(${JSON.stringify(query)}, { limit: 2 })`);
        expect(found.hits.slice(0, names.length).map((hit) => hit.name), query).toEqual(names);
      }
      const found = await page.evaluate("window.skillsite.search('invoice')");
      expect(Object.keys(found)).toEqual(["total", "hits"]);
      expect(found.hits.map((hit) => Object.keys(hit))).toEqual(found.hits.map(() => ["name", "url", "score"]));
      await page.goto(found.hits[0].url);
      await expect(page.locator("h1")).toContainText("extract-invoice");
      await ask(page, "invoice");
      await expect(options(page).first()).toContainText("extract-invoice");
      await page.goto(address("search.html") + "?q=invoice");
      await expect(page.locator(".hit-row").first()).toContainText("extract-invoice");
    });
  });
}

test("a screen reader is told what there is", async ({ page, address }) => {
  await page.goto(address());
  await ask(page, "invoice");
  await expect(page.getByRole("search")).toHaveCount(1);
  await expect(page.getByRole("combobox", { name: /search/i })).toHaveAttribute("aria-controls", await page.locator("[role=listbox]").getAttribute("id"));
  await expect(page.getByRole("listbox", { name: "Results" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Skills" }).getByRole("option", { name: /extract-invoice/ })).toBeVisible();
  await expect(page.locator("[data-status][role=status], [data-status][aria-live]")).toHaveText(/\d+ results?/);
  await page.locator("[data-search-input]").fill("zzqqxx");
  await expect(page.locator("[data-status]")).toContainText("zzqqxx");
});

test.describe("names that mean something to JavaScript", () => {
  test.use({ catalog: "odd" });

  test("are found like any other", async ({ page, address }) => {
    await page.goto(address());
    for (const name of ["constructor", "__proto__", "hasOwnProperty"]) {
      await ask(page, name);
      await expect(options(page).first().locator(".name")).toHaveText(name);
      await expect(options(page).first().locator(".name mark").first()).toBeVisible();
    }
    await page.goto(address("search.html") + "?category=constructor");
    await expect(page.locator(".hit-row")).toHaveCount(3);
  });

  test("facets count all matches, not those of the first page", async ({ page, address }) => {
    await page.goto(address("search.html") + "?q=plain");
    await expect(page.locator(".bar strong")).toHaveText("30 results");
    await expect(page.locator(".hit-row")).toHaveCount(20);
    const counts = page.getByRole("group", { name: "Category" }).locator("label small");
    await expect(counts).toHaveText(["20", "10"]);
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.locator(".hit-row")).toHaveCount(30);
    await expect(page.getByRole("button", { name: "More" })).toBeHidden();
    const names = await page.locator(".hit-row .name").allTextContents();
    expect(new Set(names).size).toBe(30);
  });
});

test.describe("a catalog without skills", () => {
  test.use({ catalog: "none" });

  test("finds nothing, and says so", async ({ page, address }) => {
    await page.goto(address());
    await page.locator("[data-search-input]").fill("anything");
    await expect(page.locator(".hit-note")).toContainText("anything");
    await page.goto(address("search.html") + "?q=anything");
    await expect(page.locator(".bar").first()).toContainText("anything");
  });
});

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    test.describe(`${colorScheme} ${width}`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test("the open search breaks no rule of accessibility", async ({ page, address }) => {
        await page.goto(address());
        await ask(page, "git commits");
        await expect(page.locator(".hit mark").first()).toBeVisible();
        expect(await violations(page, "[data-search-form]")).toEqual([]);
        if (width < 400) {
          await expect(page.getByRole("dialog")).toBeVisible();
          await page.getByRole("button", { name: "Cancel" }).click();
          await expect(page.getByRole("dialog")).toHaveCount(0);
        }
        await page.goto(address("search.html") + "?q=git");
        await expect(page.locator(".hit-row").first()).toBeVisible();
        expect(await violations(page, "body")).toEqual([]);
      });
    });
  }
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the search opens for whoever presses or types, and gives the keyboard back", async ({ page, address }) => {
    const dialog = page.getByRole("dialog");
    await page.goto(address());
    const input = page.locator("[data-search-input]");
    for (let press = 0; press < 3; press++) await page.keyboard.press("Tab");
    await expect(input).toBeFocused();
    await expect(field(page)).toHaveCount(1);
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press("ArrowDown");
    await expect(dialog).toBeVisible();
    for (const leave of [() => page.keyboard.press("Escape"), () => page.getByRole("button", { name: "Cancel" }).click()]) {
      await input.fill("invoice");
      await expect(options(page).first()).toBeVisible();
      await page.keyboard.press("ArrowDown");
      await leave();
      await expect(dialog).toHaveCount(0);
      await expect(input).toBeFocused();
      await expect(input).toHaveAttribute("aria-expanded", "false");
      await expect(input).not.toHaveAttribute("aria-activedescendant", /./);
    }
    await page.keyboard.press("Tab");
    await expect(input).not.toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(input).toBeFocused();
    await expect(dialog).toHaveCount(0);
    // A press opens it, also the one that loads the search.
    await page.reload();
    await input.click();
    await expect(dialog).toBeVisible();
  });

  test("a result on the very page is gone to", async ({ page, address }) => {
    await page.goto(address("skills/secret-scan.html"));
    await ask(page, "secret found");
    const place = page.getByRole("group", { name: "Sections" }).getByRole("option").first();
    const id = new URL(await place.getAttribute("href"), page.url()).hash.slice(1);
    await place.click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
  });

  test("the filters of the results are folded above them", async ({ page, address }) => {
    await page.goto(address("search.html") + "?q=use");
    await expect(page.locator(".hit-row").first()).toBeVisible();
    const filters = page.locator(".facets > summary");
    await expect(page.getByRole("group", { name: "Category" })).toBeHidden();
    await filters.click();
    await expect(page.getByRole("group", { name: "Category" })).toBeVisible();
    expect((await filters.boundingBox()).y).toBeLessThan((await page.locator(".hit-row").first().boundingBox()).y);
  });
});

// Here files are missing on purpose.
const damaged = test.extend({ faults: [async ({}, use) => use([]), { auto: true }] });

damaged("a page from before a deploy finds the new index", async ({ page, address }) => {
  let asked = 0;
  await page.route("**/search/latest.js*", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    asked++;
    await route.fulfill({ response, body: asked === 1 ? body.replace(/"gen":"[0-9a-f]+"/, '"gen":"000000000000"') : body });
  });
  await page.goto(address());
  await ask(page, "invoice");
  await expect(options(page).first()).toContainText("extract-invoice");
  expect(asked).toBe(2);
});

damaged("a missing file gives a message", async ({ page, address }) => {
  await page.route("**/search/*/w0/**", (route) => route.abort());
  await page.goto(address());
  await page.locator("[data-search-input]").fill("invoice");
  await expect(page.locator(".hit-note")).toContainText("could not be loaded");
  await page.goto(address("search.html") + "?q=invoice");
  await expect(page.locator(".bar").first()).toContainText("could not be loaded");
});

damaged("a host that answers with a page in place of a file gives a message, too", async ({ page, address }) => {
  await page.route("**/search/*/d0/**", (route) => route.fulfill({ contentType: "text/javascript", body: "// nothing" }));
  await page.goto(address());
  await page.locator("[data-search-input]").fill("invoice");
  await expect(page.locator(".hit-note")).toContainText("could not be loaded");
});

damaged("what was found stays when its facets, sections or further hits are missing", async ({ page, address }) => {
  await page.route("**/search/*/facets.js", (route) => route.abort());
  await page.route("**/search/*/o0/**", (route) => route.abort());
  await page.goto(address("search.html") + "?q=use");
  await expect(page.locator(".hit-row").first()).toBeVisible();
  await expect(page.locator(".results .note:visible")).toContainText("could not be loaded");
  await page.goto(address());
  await ask(page, "secret found");
  await expect(page.locator(".hit-note")).toContainText("could not be loaded");
  await expect(options(page).first()).toBeVisible();
});

damaged("a script of the search that is missing or late is told, and asked for again", async ({ page, address }) => {
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.route("**/assets/search.js*", (route) => route.abort());
  await page.goto(address("search.html") + "?q=invoice");
  await expect(page.locator("[data-search-page]")).toContainText("could not be loaded");
  await page.goto(address());
  await page.locator("[data-search-input]").focus();
  await expect(page.getByText("The search could not be loaded.").first()).toBeVisible();
  await page.unroute("**/assets/search.js*");
  await page.locator("[data-search-input]").blur();
  await ask(page, "invoice");
  await expect(page.locator("p.note", { hasText: "could not be loaded" })).toHaveCount(0);
  expect(errors).toEqual([]);
  await page.clock.install();
  await page.route("**/assets/search.js*", () => {});
  await page.goto(address("search.html") + "?q=invoice", { waitUntil: "commit" });
  await expect.poll(() => page.evaluate("Boolean(window.skillsite && window.skillsite.search)")).toBe(true);
  await page.clock.runFor(1500);
  await expect(page.locator("[data-search-page]")).toContainText("loading");
  await page.clock.runFor(20_000);
  await expect(page.locator("[data-search-page]")).toContainText("could not be loaded");
  expect(errors).toEqual([]);
});

damaged("a file that never comes is waited for with a word, and given up", async ({ page, address }) => {
  await page.clock.install();
  await page.route("**/search/*/w0/**", () => {});
  await page.goto(address());
  await page.locator("[data-search-input]").fill("invoice");
  await expect.poll(() => page.evaluate("Boolean(window.skillsiteSearch)")).toBe(true);
  await expect.poll(async () => {
    await page.clock.runFor(1000);
    return page.locator(".hit-note").textContent();
  }).toContain("loading");
  await expect.poll(async () => {
    await page.clock.runFor(5000);
    return page.locator(".hit-note").textContent();
  }).toContain("could not be loaded");
});

damaged.describe("a long list", () => {
  damaged.use({ catalog: "odd" });

  damaged("tells that more of it is missing, and is asked for again", async ({ page, address }) => {
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(address("search.html") + "?q=plain");
    await expect(page.locator(".hit-row")).toHaveCount(20);
    await page.route("**/search/*/d0/**", (route) => route.abort());
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.locator(".results .note:visible")).toContainText("could not be loaded");
    await page.unroute("**/search/*/d0/**");
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.locator(".hit-row")).toHaveCount(30);
    await expect(page.locator(".hit-row a").nth(20)).toBeFocused();
    expect(errors).toEqual([]);
  });

  damaged("goes on after a deploy", async ({ page, address }) => {
    await page.goto(address("search.html") + "?q=plain");
    await expect(page.locator(".hit-row")).toHaveCount(20);
    // The index has moved to another folder.
    const root = await (await page.request.get(address("search/latest.js"))).text();
    const gen = root.match(/"gen":"([0-9a-f]+)"/)[1];
    await page.route("**/search/latest.js*", (route) => route.fulfill({ contentType: "text/javascript", body: root.replace(gen, "0123456789ab") }));
    await page.route("**/search/" + gen + "/**", (route) => route.abort());
    await page.route("**/search/0123456789ab/**", async (route) => {
      const response = await page.request.get(route.request().url().replace("0123456789ab", gen));
      await route.fulfill({ contentType: "text/javascript", body: (await response.text()).replace(gen, "0123456789ab") });
    });
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.locator(".hit-row")).toHaveCount(30);
  });
});
