// The preview in a real browser: a page follows its source, shows what is wrong, and keeps its place.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test as base } from "@playwright/test";
import { project } from "./lib/sites.mjs";

const paragraphs = Array.from({ length: 120 }, (_, at) => `Paragraph ${at} of a text that is longer than a window.`);

function skill(text) {
  return `---\nname: long-read\ndescription: Use when a preview is looked at.\n---\n\n# Long read\n\n${text}\n\n${paragraphs.join("\n\n")}\n`;
}

const test = base.extend({
  // A folder with one skill, and `put(path, text)`, which saves as editors do: beside, then over.
  source: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "skillsite-preview-"));
    const put = (path, text) => {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, `${path}.tmp`), text);
      renameSync(join(folder, `${path}.tmp`), join(folder, path));
    };
    put("long-read/SKILL.md", skill("Version one."));
    await use({ folder, put });
    rmSync(folder, { recursive: true });
  },

  // The address of a running preview of it.
  address: async ({ source }, use) => {
    const binary = process.env.SKILLSITE_BIN || join(project, "target/debug/skillsite");
    const preview = spawn(binary, ["serve", source.folder, "--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
    const ended = new Promise((resolve) => preview.once("exit", resolve));
    const [line] = await new Promise((resolve) => createInterface(preview.stdout).once("line", (...said) => resolve(said)));
    await use(line.replace("serving at ", ""));
    preview.kill("SIGINT");
    expect(await ended).toBe(130);
  },
});

// Opens the page of the skill and waits until it listens for changes.
async function open(page, address) {
  await page.goto(`${address}skills/long-read.html`);
  await expect(page.locator("html")).toHaveAttribute("data-preview", "on");
}

test("an edit is shown and the place in the page is kept", async ({ page, source, address }) => {
  await open(page, address);
  await page.evaluate(() => scrollTo(0, 1500));
  source.put("long-read/SKILL.md", skill("Version two."));
  await expect(page.locator(".prose")).toContainText("Version two.");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500);
});

test("a broken template is told over the last good page, until it is mended", async ({ page, source, address }) => {
  await open(page, address);
  source.put("theme/templates/skill.html", "{% block");
  const failure = page.locator("#skillsite-failure");
  await expect(failure).toContainText("theme/templates/skill.html");
  await expect(page.locator(".prose")).toContainText("Version one.");
  // A page that is loaded now shows the same.
  await page.reload();
  await expect(failure).toContainText("theme/templates/skill.html");
  rmSync(join(source.folder, "theme"), { recursive: true });
  await expect(failure).toHaveCount(0);
  source.put("long-read/SKILL.md", skill("Version two."));
  await expect(page.locator(".prose")).toContainText("Version two.");
});

test("what is wrong can be closed, and the next failure is shown again", async ({ page, source, address }) => {
  await open(page, address);
  const failure = page.locator("#skillsite-failure");
  source.put("theme/templates/skill.html", "{% block");
  await expect(failure).toContainText("theme/templates/skill.html");
  await failure.getByRole("button", { name: "Close" }).press("Enter");
  await expect(failure).toHaveCount(0);
  source.put("theme/templates/skill.html", "{{ page.name | nofilter }}");
  await expect(failure).toContainText("nofilter");
  await page.keyboard.press("Escape");
  await expect(failure).toHaveCount(0);
});

test("a template that fails for one page is told over the page", async ({ page, source, address }) => {
  source.put("another/SKILL.md", skill("Other text.").replace("long-read", "another"));
  await open(page, address);
  const failure = page.locator("#skillsite-failure");
  const heading = '{% block heading %}{% if page.name == "long-read" %}{{ nope }}{% endif %}{% endblock %}';
  source.put("theme/templates/skill.html", `{% extends "skillsite/skill.html" %}\n${heading}`);
  await expect(failure).toContainText("variable `nope` is not defined");
  await expect(page.locator(".prose")).toContainText("Version one.");
  await page.goto(`${address}skills/another.html`);
  await expect(page.locator("html")).toHaveAttribute("data-preview", "on");
  await expect(failure).toHaveCount(0);
});

test("a style sheet is swapped while the page stays", async ({ page, source, address }) => {
  source.put("theme/static/site.css", "body { color: rgb(1, 2, 3) }");
  await open(page, address);
  await expect(page.locator("body")).toHaveCSS("color", "rgb(1, 2, 3)");
  await page.evaluate(() => (window.stays = true));
  source.put("theme/static/site.css", "body { color: rgb(4, 5, 6); margin: 0 }");
  await expect(page.locator("body")).toHaveCSS("color", "rgb(4, 5, 6)");
  expect(await page.evaluate(() => window.stays)).toBe(true);
});

test("the page obeys its own policy", async ({ page, source, address }) => {
  const faults = [];
  page.on("console", (message) => faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await open(page, address);
  source.put("skillsite.toml", "titel = 'x'\n");
  await expect(page.locator("#skillsite-failure")).toContainText("did you mean `title`?");
  source.put("skillsite.toml", "title = 'Our skills'\n");
  await expect(page.locator(".brand")).toContainText("Our skills");
  expect(faults).toEqual([]);
});
