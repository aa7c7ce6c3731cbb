// What people do on a page and what they get from it, for the tests of several files.
import { expect } from "./test.mjs";

// Goes to an element as people do, by Tab.
export async function tabTo(page, locator, most = 150) {
  const target = locator.first();
  for (let steps = 0; steps < most; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${locator}`);
}

// What is said to people who do not see the page.
export const spoken = (page, text) => expect(page.locator("[data-status]")).toHaveText(text);

// The names of a list, each a link.
export const rows = (page) => page.locator(".row h3 a");

// Waits until the page has come to rest.
export async function settled(page) {
  for (let last = -1, now = -2; now !== last; await page.waitForTimeout(150)) [last, now] = [now, await page.evaluate(() => scrollY)];
}
