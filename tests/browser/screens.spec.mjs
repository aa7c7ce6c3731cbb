// Every kind of page looks as it did when somebody last looked at it: `screens/` holds the pictures, at half size,
// and `docs/` those in the README.
//
// After a change that is meant to be seen, `npm test -- screens --update-snapshots` takes new ones; look at each before
// it is committed. Both fonts that the pages ask for first come with the tests, so that letters are the same everywhere.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "./lib/test.mjs";

const font = (name) => readFileSync(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));
const FACES = ["inter", "jetbrains-mono"].map((name) => {
  const family = name === "inter" ? "Inter" : "JetBrains Mono";
  return `@font-face { font-family: "${family}"; src: url("${name}.woff2"); font-weight: 100 900; }`;
}).join("\n");

const KINDS = [
  ["home", "example", "index.html"],
  ["skill", "example", "skills/git-workflow.html"],
  ["code", "example", "skills/git-workflow/scripts/check-series.sh.html"],
  ["categories", "example", "categories.html"],
  ["topic", "example", "topics/releases.html"],
  ["graph", "example", "graph.html"],
  ["search", "example", "search.html?q=git"],
  ["health", "many", "health.html"],
  ["rule", "many", "health/broken-link.html"],
];
const SCHEMES = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 } },
  "phone-dark": { colorScheme: "dark", viewport: { width: 390, height: 844 } },
};
const ALL = ["light", "dark", "phone"];
// Pages that are much like others: one picture of each.
const ONCE = [
  ["category", "example", "categories/finance.html", "light"],
  ["tag", "example", "tags/git.html", "phone"],
  ["markdown", "example", "skills/git-workflow/references/atomic-commits.md.html", "light"],
  ["findings", "many", "skills/skill-001.html", "dark"],
  ["not-found", "example", "404.html", "light"],
  ["german", "example-de", "skills/squash-everything.html", "light"],
  ["home", "example", "index.html", "phone-dark"],
  ["marked", "example", "skills/git-workflow/scripts/check-series.sh.html#L3", "dark"],
  ["many-files", "extremes", "skills/many-files.html", "light"],
];
const PICTURES = [
  ...ALL.flatMap((scheme) => KINDS.map(([kind, catalog, path]) => [kind, catalog, path, scheme])),
  ...ONCE,
];

// Gives the page the fonts that it asks for first.
async function withFonts(page) {
  await page.route("**/assets/site.css*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n${FACES}` });
  });
  await page.route("**/assets/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: font(/([^/]+)\.woff2/.exec(route.request().url())[1]) }));
}

for (const [kind, catalog, path, scheme] of PICTURES) {
  test.describe(scheme, () => {
    test.use({ catalog, deviceScaleFactor: 0.5, reducedMotion: "reduce", ...SCHEMES[scheme] });

    test(kind, async ({ page, address }) => {
      await withFonts(page);
      const [file, rest] = path.split(/(?=[?#])/);
      await page.goto(address(file) + (rest || ""));
      if (rest?.startsWith("?")) await expect(page.locator(".hit-row").first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      await expect(page).toHaveScreenshot(["tests/browser/screens", `${kind}-${scheme}.png`], { scale: "device" });
    });
  });
}

// The pictures in the README.
for (const [name, path, height] of [["home", "index.html", 900], ["skill", "skills/git-workflow.html", 1000]]) {
  test.describe("README", () => {
    test.use({ viewport: { width: 1200, height }, colorScheme: "light", reducedMotion: "reduce" });

    test(name, async ({ page, address }) => {
      await withFonts(page);
      await page.goto(address(path));
      await page.evaluate(() => document.fonts.ready);
      await expect(page).toHaveScreenshot(["docs", `${name}.png`]);
    });
  });
}
