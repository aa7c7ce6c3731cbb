// Lists of skills and of findings: their filters, their data, and where they are long.
import { expect, test } from "./lib/test.mjs";
import { rows, settled, spoken } from "./lib/people.mjs";

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
    const filters = page.locator(".facets > summary");
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
