// No page breaks a rule of WCAG 2.2 AA, in both colour schemes, on a desk and on a phone.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./lib/test.mjs";
import { kinds, site } from "./lib/sites.mjs";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

for (const catalog of ["example", "corpus", "superpowers", "japanese"]) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1280, 390]) {
      test.describe(`${catalog} ${colorScheme} ${width}`, () => {
        test.use({ catalog, colorScheme, viewport: { width, height: 900 } });

        test("no page breaks a rule of accessibility", async ({ page, address }) => {
          const broken = [];
          for (const [kind, path] of kinds(site(catalog))) {
            await page.goto(address(path));
            const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
            for (const { id, nodes } of violations) {
              broken.push(`${kind} ${path}: ${id}: ${nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary.split("\n")[1]}`).join("; ")}`);
            }
          }
          expect(broken).toEqual([]);
        });
      });
    }
  }
}
