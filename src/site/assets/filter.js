// Narrows the list of a page to one document, verdict or library. What is chosen is kept in the
// address, so that going back shows the same list.
"use strict";

// Shows a form whose fields narrow what is shown, and keeps what is chosen in the address.
const live = (form, { show, keep, restore }) => {
  const follow = () => { show(); keep(); };
  const begin = () => { restore(); show(); };
  form.addEventListener("change", follow);
  form.addEventListener("reset", () => setTimeout(follow));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("pageshow", begin);
  form.hidden = false;
  begin();
};

for (const form of document.querySelectorAll("form[data-filter]")) {
  const rows = [...document.querySelectorAll("[data-row]")];
  const groups = [...document.querySelectorAll("[data-group]")];
  const status = form.querySelector("[data-shown]");
  const fields = [...form.querySelectorAll("select")];

  const matches = (row, chosen) => {
    if (chosen.document && row.dataset.document !== chosen.document) return false;
    const cells = row.dataset.verdict === undefined ? row.querySelectorAll("[data-verdict]") : [row];
    const isToldOf = (cell) => !chosen.implementation || cell.dataset.implementation === chosen.implementation;
    const isFailure = (cell) => !["passed", "unsupported", "skipped", "not-asked", "open"].includes(cell.dataset.verdict);
    const isSo = (cell) => (chosen.verdict ? cell.dataset.verdict === chosen.verdict : isFailure(cell));
    return [...cells].some((cell) => isToldOf(cell) && isSo(cell));
  };

  const show = () => {
    const chosen = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    for (const row of rows) row.hidden = !matches(row, chosen);
    for (const group of groups) group.hidden = !group.querySelector("[data-row]:not([hidden])");
    for (const group of groups) {
      const all = [...group.querySelectorAll("[data-row]")];
      const left = all.filter((row) => !row.hidden).length;
      const count = group.querySelector("[data-count]");
      if (count) count.textContent = left === all.length ? "" : `${left} of ${all.length} shown`;
    }
    const shown = rows.filter((row) => !row.hidden).length;
    status.textContent = `${shown} of ${rows.length} entries shown`;
  };

  const keep = () => {
    const address = new URL(location.href);
    for (const field of fields) {
      if (field.value) address.searchParams.set(field.name, field.value);
      else address.searchParams.delete(field.name);
    }
    history.replaceState(null, "", address);
  };

  const restore = () => {
    const address = new URL(location.href);
    for (const field of fields) {
      const wanted = address.searchParams.get(field.name) ?? "";
      field.value = [...field.options].some((option) => option.value === wanted) ? wanted : "";
    }
  };

  live(form, { show, keep, restore });
}

// Sums up what is ticked: of the judgements of a library whose uses are all ticked, the worst counts, as in a scan.
// The address keeps what is ticked, so that it can be sent.
for (const form of document.querySelectorAll("form[data-pick]")) {
  const boxes = [...form.querySelectorAll("input[name=use]")];
  const rows = [...document.querySelectorAll("tr[data-uses]")];
  const status = form.querySelector("[data-status]");
  const picked = form.querySelector("[data-picked]");
  const { uses, names, types, usual, needs, judged, since, versions } = JSON.parse(document.querySelector("template[data-judged]").content.textContent);
  const worst = ["failed", "partly", "unsupported", "not-asked"];
  const words = { failed: "✕ wrong", partly: "! fails", unsupported: "– lacks", "not-asked": "· nothing known of", passed: "✓ right" };
  const most = 4;

  const ticked = () => boxes.filter((box) => box.checked).map((box) => uses.indexOf(box.value));
  const isUsual = (use) => usual.includes(use);
  const isType = (use) => types.includes(use);

  // What is judged: what is ticked, what that is a part of, what is usual and a part of nothing else, and, without a data
  // type, each data type as far as more than the data type is why.
  const array = (chosen) => {
    const every = new Set(chosen.filter((use) => !isUsual(use)).flatMap((use) => [use, ...needs[use]]));
    for (const use of chosen.filter(isUsual)) if (needs[use].every((it) => every.has(it))) every.add(use);
    const anyType = !chosen.some(isType);
    if (anyType) types.forEach((type) => every.add(type));
    const isOnlyOfType = (found) => found.some(isType) && found.every((use) => isType(use) || isUsual(use));
    return { every, isOwn: (found) => !anyType || !isOnlyOfType(found) };
  };

  const sum = (cell, judgements, became, versions, { every, isOwn }) => {
    const isAbout = ([, found]) => found.every((use) => every.has(use)) && isOwn(found);
    const about = judgements.filter(isAbout);
    const release = Math.max(0, ...became.filter(isAbout).map(([position]) => position));
    const state = worst.find((it) => about.some(([other]) => other === it)) ?? "passed";
    const name = (all) => {
      const found = all.some((use) => !isUsual(use)) ? all.filter((use) => !isUsual(use)) : all;
      const told = found.filter((use) => !found.some((it) => it !== use && needs[it].includes(use)));
      return told.map((use) => names[use]).join(" with ");
    };
    const named = about.filter(([other]) => other === state).map(([, found, page]) => [name(found), page]);
    const why = [...new Map(named.reverse())].reverse();
    cell.className = `way ${state}`;
    const isAsked = !about.some(([, found]) => found.length === 0);
    const right = release === 0 ? words.passed : `${words.passed} since ${versions[release]}`;
    cell.textContent = !isAsked ? "· not asked" : state === "passed" ? right : `${words[state]} `;
    why.slice(0, most).forEach(([what, page], at) => {
      if (at > 0) cell.append("; ");
      if (!page) { cell.append(what); return; }
      const link = document.createElement("a");
      link.href = page;
      link.textContent = what;
      cell.append(link);
    });
    if (why.length > most) cell.append(`; and ${why.length - most} more`);
  };

  const show = () => {
    const chosen = ticked();
    const own = chosen.filter((use) => !isUsual(use));
    const values = own.map((use) => uses[use]);
    for (const row of rows) {
      const used = row.dataset.uses.split(" ").filter((use) => use);
      row.hidden = own.length > 0 && !used.every((use) => values.includes(use));
    }
    picked.hidden = own.length === 0;
    if (own.length > 0) {
      const meant = array(chosen);
      [...picked.querySelectorAll("tbody tr")].forEach((row, at) => {
        [...row.querySelectorAll("[data-sum]")].forEach((cell, way) => sum(cell, judged[at][way], since[at][way], versions[at], meant));
      });
    }
    const anyType = chosen.some(isType) ? "" : "; any data type, as far as more than the data type is why";
    status.textContent = own.length === 0 ? "" : `${own.length} picked, beside what most arrays have${anyType}`;
  };

  const keep = () => {
    const address = new URL(location.href);
    for (const name of ["use", "without"]) address.searchParams.delete(name);
    for (const box of boxes) {
      if (box.checked !== box.defaultChecked) address.searchParams.append(box.checked ? "use" : "without", box.value);
    }
    history.replaceState(null, "", address);
  };

  const restore = () => {
    const { searchParams } = new URL(location.href);
    const [wanted, unwanted] = ["use", "without"].map((name) => searchParams.getAll(name));
    for (const box of boxes) box.checked = wanted.includes(box.value) || (box.defaultChecked && !unwanted.includes(box.value));
    const more = form.querySelector("details");
    more.open ||= boxes.some((box) => box.checked !== box.defaultChecked && more.contains(box));
  };

  live(form, { show, keep, restore });
}
