// Looks at the pages of a site of many libraries, in windows of several widths: tables scroll, and pages do not.
// Usage: node many.mjs SITE
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const site = process.argv[2];
const pages = (await readdir(site)).filter((it) => it.endsWith(".html"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
const problems = [];
let tables = 0;
try {
  for (const width of [390, 1400, 2560]) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    for (const name of pages) {
      await page.goto(pathToFileURL(join(site, name)).href);
      const content = await page.evaluate(() => document.documentElement.scrollWidth);
      if (content > width) problems.push(`${name}: ${content} wide in a window of ${width}`);
      tables += await page.locator(".wide").evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth + 1).length);
    }
  }
} finally {
  await browser.close();
}
if (tables === 0) problems.push("no table is wider than its window");
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
