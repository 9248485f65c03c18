// Walks through a site of `conform report --html` as a reader would, in Chromium.
//
//     node site.mjs SITE [SCREENSHOTS]
//
// SITE is the folder of a site with one implementation of the hostile name below and at least one
// failure. Fails with a list of what is wrong.

import { createServer } from "node:http";
import { mkdir, readFile } from "node:fs/promises";
import { extname, join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";

const HOSTILE = "<img src=x onerror=document.title='broken'><script>document.title='broken'</script>";
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };
const VIEWS = {
  light: { viewport: { width: 1400, height: 900 } },
  dark: { viewport: { width: 1400, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  "dark phone": { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true, colorScheme: "dark" },
  wide: { viewport: { width: 2560, height: 1400 } },
  "dark wide": { viewport: { width: 2560, height: 1400 }, colorScheme: "dark" },
};

const [site, screenshots] = process.argv.slice(2).map((path) => resolve(path));
const problems = [];
const expect = (holds, what) => { if (!holds) problems.push(what); };

/** Serves the site on this machine alone. */
async function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://site").pathname));
    const file = join(site, path.endsWith("/") ? `${path}index.html` : path);
    try {
      const body = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
}

/** A page whose console, errors and requests are watched. */
async function open(browser, name, root, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`${name}: console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`${name}: ${error.message}`));
  page.on("requestfailed", (request) => problems.push(`${name}: request failed: ${request.url()}`));
  page.on("request", (request) => {
    const url = request.url();
    expect(url.startsWith(root) || url.startsWith("data:"), `${name}: asked the network for ${url}`);
  });
  page.on("response", (response) => expect(response.status() < 400, `${name}: ${response.status()} ${response.url()}`));
  return page;
}

/** What every page must be. */
async function look(page, name) {
  const at = `${name} ${new URL(page.url()).pathname.split("/").slice(-2).join("/")}`;
  expect(!(await page.title()).includes("broken"), `${at}: a hostile name ran`);
  expect((await page.locator("main img, main script").count()) === 0, `${at}: a hostile name is markup`);
  expect((await page.locator("h1").count()) === 1, `${at}: not exactly one heading of the first level`);
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content <= window, `${at}: ${content} wide in a window of ${window}`);
  // Outside the page's own policy, which would not let it in.
  const results = await page.evaluate(`(() => { ${axe.source}; return axe.run({ preload: false, resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }); })()`);
  for (const { id, help, nodes } of results.violations) {
    problems.push(`${at}: ${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(" | ")}`);
  }
  expect(results.passes.length > 10, `${at}: the accessibility check saw next to nothing`);
  if (screenshots) {
    const file = `${at.replaceAll(/[ /]+/g, "_")}.png`;
    await page.screenshot({ path: join(screenshots, file) });
  }
}

/** Opens the checks of the first cause that has any, as the keyboard does, and follows the first one. */
async function firstCheck(page) {
  const folded = page.locator("ol.causes > li:not([hidden]) > details").first();
  if (!(await folded.evaluate((it) => it.open))) {
    await folded.locator("summary").focus();
    await page.keyboard.press("Enter");
  }
  await folded.locator("[data-row]:not([hidden]) a").first().click();
}

/** From the overview to a cell, to a check, and back. */
async function walk(page, name, root) {
  await page.goto(`${root}index.html`);
  await look(page, name);
  expect((await page.locator("body").innerText()).includes(HOSTILE), `${name}: the hostile name is not shown as text`);
  const cell = page.locator("td.answer.failed a").first();
  await cell.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/question-/);
  await look(page, name);
  await firstCheck(page);
  await page.waitForURL(/checks\//);
  await look(page, name);
  expect((await page.locator("section.found").count()) > 0, `${name}: a check without what was found`);
  await page.goBack();
  await page.goBack();
  expect(page.url() === `${root}index.html`, `${name}: back leads to ${page.url()}`);
  await page.locator("header a", { hasText: "By requirement" }).click();
  await page.waitForURL(/requirements\.html/);
  await look(page, name);
  await page.locator("td.count a:has(b.failed)").first().click();
  await page.waitForURL(/group-|index\.html/);
  await look(page, name);
  const links = page.locator("main a").filter({ hasText: "#" });
  expect((await links.count()) > 0, `${name}: a cell with failures lists none`);
}

/** The picture says by signs and words what it says by colours, and leads to what is behind a cell. */
async function glance(page, name, root) {
  await page.goto(`${root}index.html`);
  const cells = await page.locator("table.glance td").evaluateAll((all) => all.map((it) => ({
    state: it.className.split(" ")[0],
    sign: it.querySelector("[aria-hidden]").innerText.trim().slice(0, 1),
    words: it.querySelector(".hidden").textContent,
  })));
  const signs = { passed: "✓", partly: "!", failed: "✕", unsupported: "–", "not-asked": "·" };
  expect(cells.some((it) => it.state === "failed"), `${name}: the picture shows nothing wrong`);
  for (const { state, sign, words } of cells) {
    expect(sign === signs[state] && words !== "", `${name}: a ${state} cell of the picture has the sign ${sign} and the words ${words}`);
  }
  const cell = page.locator("table.glance td.failed a").first();
  await cell.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/document-/);
  await look(page, name);
  expect((await page.locator("main a").filter({ hasText: "#" }).count()) > 0, `${name}: a cell of the picture lists no check`);
}

/** Where windows are wide, whole columns are seen; where they are narrow, each cell names its library. */
async function columns(page, name, root) {
  await page.goto(`${root}index.html`);
  const isNarrow = (await page.viewportSize()).width < 500;
  const named = await page.locator("table.answers tbody .who").evaluateAll((all) => all.filter((it) => it.offsetParent !== null).length);
  expect(isNarrow === named > 0, `${name}: ${named} cells name their library`);
  if (isNarrow) return;
  const cut = await page.locator(".wide").evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => it.getAttribute("aria-label")));
  expect(cut.length === 0, `${name}: columns are cut off: ${cut}`);
}

/** From the table of who reads whose data to a cell, and to an array that was read wrong. */
async function matrix(page, name, root) {
  await page.goto(`${root}index.html`);
  await page.locator("header a[href='matrix.html']").click();
  await page.waitForURL(/matrix\.html/);
  await look(page, name);
  expect((await page.locator("body").innerText()).includes("<img src><script>"), `${name}: the hostile label is not shown as text`);
  const cell = page.locator("td.answer.failed a").first();
  await cell.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/read-by-/);
  await look(page, name);
  expect((await page.getByText("is at fault").count()) > 0, `${name}: nobody is at fault`);
  await page.goBack();
  expect(page.url() === `${root}matrix.html`, `${name}: back leads to ${page.url()}`);
}

/** The page of a library begins with its worst cause, which leads to its finding, with the program that shows it. */
async function causes(page, name, root) {
  await page.goto(`${root}index.html`);
  await page.locator("main a[href$='/index.html']", { hasText: "gdal" }).first().click();
  await page.waitForURL(/gdal/);
  await look(page, name);
  const first = page.locator("ol.causes > li").first();
  const { bottom } = await first.evaluate((it) => it.getBoundingClientRect());
  expect(bottom < 3 * 900, `${name}: the worst cause ends ${bottom} below the top of the page`);
  expect((await first.locator("h3").innerText()).startsWith("Transpose applies the inverse"), `${name}: the worst cause is not the first`);
  expect(!(await first.locator("ul.checks").isVisible()), `${name}: the checks of a cause are not folded away`);
  await first.locator("h3 a").click();
  await page.waitForURL(/findings\//);
  await look(page, name);
  expect((await page.locator("section.found pre").count()) > 0, `${name}: a finding without a reproduction`);
  expect((await page.locator("main a[href^='https://github.com/']").count()) > 0, `${name}: a finding without what its project knows`);
  await page.locator("main details > summary").last().click();
  await page.locator("ul.checks a:visible").first().click();
  await page.waitForURL(/checks\//);
  await look(page, name);
  await page.goto(`${root}checks/bytes_configuration.html#float32-no-configuration.open`);
  const place = page.locator("[id='float32-no-configuration.open']");
  expect(await place.isVisible(), `${name}: a check has no place on the page of its topic`);
  expect((await page.locator("pre.document").first().innerText()).includes("\n  \"shape\": ["), `${name}: zarr.json is not indented`);
  await look(page, name);
}

/** What is ticked narrows the tables, is summed up for each library, and stands in the address. */
async function pick(page, name, root) {
  await page.goto(`${root}index.html`);
  await page.locator("main a[href='pick.html']").first().click();
  await page.waitForURL(/pick\.html/);
  await look(page, name);
  const rows = () => page.locator("tr[data-uses]:not([hidden])").count();
  const all = await rows();
  expect(!(await page.locator("[data-picked]").isVisible()), `${name}: something is summed up before anything is picked`);
  for (const use of ["transpose", "int16"]) await page.locator(`input[value=${use}]`).check();
  expect(page.url().includes("use=int16") && page.url().includes("use=transpose"), `${name}: the address does not keep what is picked: ${page.url()}`);
  const some = await rows();
  expect(some === 4, `${name}: ${some} rows of ${all} are left for two things`);
  const sums = await page.locator("[data-sum=reads]").allInnerTexts();
  expect(sums[0].startsWith("✓") && sums.some((it) => /^✕ wrong .*transpose/.test(it)), `${name}: the sums are ${sums}`);
  expect(sums.some((it) => it === "✓ right since 0.0.2"), `${name}: no sum says since which release: ${sums}`);
  expect((await page.locator("[data-sum=reads] a").count()) > 0, `${name}: no sum leads to a check`);
  await look(page, name);
  await page.goto(page.url());
  expect((await rows()) === some && (await page.locator("input[value=int16]").isChecked()), `${name}: the address does not show what was picked`);
  const cell = page.locator("tr[data-uses]:not([hidden]) a.cell").first();
  await cell.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/uses\.html#/);
  await look(page, name);
  await page.goBack();
  await page.locator("form[data-pick] button[type=reset]").click();
  await page.waitForFunction((number) => document.querySelectorAll("tr[data-uses]:not([hidden])").length === number, all);
}

/** Filters narrow the list, survive going back, and can be taken away. */
async function filters(page, name, root) {
  await page.goto(`${root}failures.html`);
  await look(page, name);
  const shown = () => page.locator("[data-row]:not([hidden])").count();
  const all = await shown();
  for (const field of ["document", "verdict", "implementation"]) {
    const select = page.locator(`select[name=${field}]`);
    await select.selectOption({ index: (await select.locator("option").count()) - 1 });
    const chosen = await select.inputValue();
    const some = await shown();
    expect(some > 0 && page.url().includes(`${field}=${chosen}`), `${name}: the filter by ${field} shows nothing`);
    const misplaced = field === "document"
      ? await page.locator(`[data-row]:not([hidden]):not([data-document="${chosen}"])`).count()
      : await page.locator(`[data-row]:not([hidden]):not(:has([data-${field}="${chosen}"]))`).count();
    expect(misplaced === 0, `${name}: the filter by ${field} shows others`);
    expect((await page.locator("[data-shown]").innerText()).startsWith(`${some} of ${all}`), `${name}: the count is wrong`);
    if (field === "document") {
      await firstCheck(page);
      await page.waitForURL(/checks\//);
      await page.goBack();
      expect((await shown()) === some, `${name}: going back forgets the filter`);
    }
    await page.locator("button[type=reset]").click();
    await page.waitForFunction((number) => [...document.querySelectorAll("[data-row]")].filter((row) => !row.hidden).length === number, all);
  }
  const narrowed = `${root}failures.html?document=no-such-document`;
  await page.goto(narrowed);
  expect((await shown()) === all, `${name}: an unknown filter hides rows`);
}

/** Everything can be reached by the keyboard, and focus is seen. */
async function keyboard(page, name, root) {
  await page.goto(`${root}index.html`);
  await page.keyboard.press("Tab");
  expect((await page.evaluate(() => document.activeElement.className)) === "skip", `${name}: the first stop is not a skip link`);
  await page.keyboard.press("Enter");
  expect((await page.evaluate(() => document.activeElement.id)) === "content", `${name}: the skip link does not skip`);
  const seen = new Set();
  for (let stop = 0; stop < 400; stop += 1) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const it = document.activeElement;
      return { tag: it.tagName, href: it.getAttribute("href"), outline: getComputedStyle(it).outlineStyle };
    });
    if (focus.tag === "BODY") break;
    expect(focus.outline !== "none", `${name}: focus is not seen on ${focus.href}`);
    if (focus.href) seen.add(focus.href);
  }
  const links = await page.locator("main a:visible").evaluateAll((all) => all.map((it) => it.getAttribute("href")));
  expect(links.every((href) => seen.has(href)), `${name}: some links cannot be reached by the keyboard`);
}

if (screenshots) await mkdir(screenshots, { recursive: true });
const server = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const served = `http://127.0.0.1:${server.address().port}/`;
  const onDisk = `${pathToFileURL(site).href}/`;
  for (const [name, options] of Object.entries(VIEWS)) {
    const page = await open(browser, name, served, options);
    await walk(page, name, served);
    await glance(page, name, served);
    await columns(page, name, served);
    await matrix(page, name, served);
    await causes(page, name, served);
    await filters(page, name, served);
    await pick(page, name, served);
    for (const path of ["open.html", "stale.html", "reference/history.html"]) {
      await page.goto(served + path);
      await look(page, name);
    }
    if (!name.includes("phone")) await keyboard(page, name, served);
  }
  const plain = await open(browser, "without scripts", onDisk, { javaScriptEnabled: false });
  await plain.goto(`${onDisk}failures.html`);
  expect(await plain.locator("ol.causes > li").first().isVisible(), "without scripts: the list is empty");
  await plain.locator("ol.causes summary").first().click();
  expect(await plain.locator("[data-row]").first().isVisible(), "without scripts: checks stay folded away");
  expect(!(await plain.locator("form").first().isVisible()), "without scripts: filters that do nothing are shown");
  await plain.goto(`${onDisk}pick.html`);
  expect(await plain.locator("tr[data-uses]").first().isVisible(), "without scripts: what arrays use is in no table");
  expect(!(await plain.locator("form").first().isVisible()), "without scripts: boxes that do nothing are shown");
  const disk = await open(browser, "on disk", onDisk, VIEWS.light);
  await walk(disk, "on disk", onDisk);
  await glance(disk, "on disk", onDisk);
  await matrix(disk, "on disk", onDisk);
  await causes(disk, "on disk", onDisk);
  await filters(disk, "on disk", onDisk);
  await pick(disk, "on disk", onDisk);
} finally {
  await browser.close();
  server.close();
}

for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "The site works in Chromium." : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
