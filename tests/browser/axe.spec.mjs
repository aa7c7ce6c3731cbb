// No page breaks a rule of WCAG 2.2 AA, in both colour schemes, on a desk and on a phone.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./lib/test.mjs";
import { kinds, site } from "./lib/sites.mjs";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// The pages have no frames of other hosts, which is what the mode that is not "legacy" is for; it takes much longer.
const broken = async (builder) => {
  const { violations } = await builder.setLegacyMode().analyze();
  const place = (node) => `${node.target} ${node.failureSummary.split("\n")[1]}`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(place).join("; ")}`);
};

// The pages of a site; of a file also with a line marked.
const looked = (folder) => kinds(folder).flatMap(([kind, path]) => kind === "code-file" ? [[kind, path, ""], [kind, path, "#L3"]] : [[kind, path, ""]]);

for (const catalog of ["example", "extremes", "superpowers", "japanese", "single"]) {
  for (const width of [1280, 390]) {
    test.describe(`${catalog} ${width}`, () => {
      test.use({ catalog, viewport: { width, height: 900 } });

      test("no page breaks a rule of accessibility", async ({ page, address }) => {
        const found = [];
        for (const [kind, path, place] of looked(site(catalog))) {
          await page.emulateMedia({ colorScheme: "light" });
          await page.goto(address(path) + place);
          const light = await broken(new AxeBuilder({ page }).withTags(RULES));
          // In the dark nothing but colours differs.
          await page.emulateMedia({ colorScheme: "dark" });
          const dark = await broken(new AxeBuilder({ page }).withRules(["color-contrast", "link-in-text-block"]));
          found.push(...light.map((what) => `${kind} ${path}${place}: ${what}`), ...dark.map((what) => `${kind} ${path}${place} in the dark: ${what}`));
        }
        expect(found).toEqual([]);
      });
    });
  }
}
