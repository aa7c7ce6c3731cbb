// `test` with a served site, and with a page that must stay quiet: nothing in its console, no script fault, no
// violation of its policy, no request to another host.
import { test as base, expect } from "@playwright/test";
import { at, fromDisk, serve, site } from "./sites.mjs";

export { expect };

export const test = base.extend({
  // The site's name and how it is reached: below a path of a server, or from disk.
  catalog: ["example", { option: true }],
  below: ["/", { option: true }],

  // Where the site is: `address(path)`.
  address: [async ({ catalog, below, page }, use, info) => {
    const folder = site(catalog);
    info.skip(!folder, `${catalog} is not there`);
    const server = below === "file" ? undefined : await serve(folder, below);
    await use((path = "") => at(server ? server.address : fromDisk(folder), path || (server ? "" : "index.html")));
    // What the page still loads is broken off: a server that closes would wait for it.
    if (server) await page.goto("about:blank");
    await server?.stop();
  }, {}],

  faults: [async ({ page }, use) => {
    const faults = [];
    watch(page, faults);
    await use(faults);
    expect(faults).toEqual([]);
  }, { auto: true }],
});

// Collects everything that a quiet page does not do.
export function watch(page, faults) {
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()} at ${message.location().url || page.url()}`);
  });
  page.on("pageerror", (error) => faults.push(`script: ${error} at ${page.url()}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()} at ${page.url()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    const ours = ["file:", "data:", "blob:"].includes(url.protocol) || url.hostname === "127.0.0.1";
    if (!ours) faults.push(`request: ${request.url()} from ${page.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest()) {
      faults.push(`${response.status()}: ${response.url()} from ${page.url()}`);
    }
  });
  page.on("requestfailed", (request) => {
    // Whoever goes on to the next page breaks off what the last one still loads.
    const left = request.failure()?.errorText === "net::ERR_ABORTED";
    if (!left) faults.push(`failed: ${request.url()} from ${page.url()}`);
  });
}
