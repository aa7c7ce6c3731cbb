// How the tests of the pages run: the Chromium that the system has, two pages at a time.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  globalSetup: "./lib/build.mjs",
  outputDir: "../../target/browser",
  snapshotPathTemplate: "../../{arg}{ext}",
  fullyParallel: true,
  workers: 2,
  // Longer than anything takes on a busy machine; a test that waits this long has failed.
  timeout: 300_000,
  forbidOnly: Boolean(process.env.CI),
  // A browser on a busy machine may stumble once; what fails again is a fault. The report names what had to be repeated.
  retries: process.env.CI ? 1 : 0,
  reporter: [["line"]],
  expect: { timeout: 60_000, toHaveScreenshot: { maxDiffPixelRatio: 0.005, threshold: 0.2, animations: "disabled" } },
  use: {
    launchOptions: {
      executablePath: process.env.SKILLSITE_CHROMIUM || "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--disable-lcd-text"],
    },
    viewport: { width: 1280, height: 900 },
    locale: "en",
    timezoneId: "UTC",
  },
});
