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

// Keeps the rows of what is ticked, by itself and two at a time, and says what they come to for each library:
// what the worst of them comes to. The address keeps what is ticked, so that it can be sent.
for (const form of document.querySelectorAll("form[data-pick]")) {
  const boxes = [...form.querySelectorAll("input[name=use]")];
  const rows = [...document.querySelectorAll("tr[data-uses]")];
  const status = form.querySelector("[data-status]");
  const picked = form.querySelector("[data-picked]");
  const worst = ["failed", "unsupported", "none", "partly", "not-asked", "passed"];
  const words = {
    failed: "✕ wrong", unsupported: "– not supported", none: "! nothing", partly: "! in part", "not-asked": "· not judged", passed: "✓ right",
  };

  const stateOf = (cell) => ("none" in cell.dataset ? "none" : worst.find((state) => cell.classList.contains(state)));
  // How many of how many stands behind the last colon.
  const numberOf = (cell) => (/: (\d+ of \d+)$/.exec(cell.textContent.trim()) ?? [])[1];

  const sum = (cell, column, way, shown) => {
    const found = shown.map((row) => {
      const told = row.cells[column].querySelector(`[data-way=${way}]`);
      return [row, stateOf(told), numberOf(told)];
    });
    // Two that no array has together are not judged together; each by itself is.
    const told = found.filter(([row, state]) => state !== "not-asked" || !row.dataset.uses.includes(" "));
    const state = worst.find((it) => told.some(([, other]) => other === it)) ?? "not-asked";
    const named = told.filter(([, other]) => other === state);
    const why = named.map(([row, , number]) => row.cells[0].textContent.trim() + (number ? ` (${number})` : ""));
    cell.className = `way ${state === "none" ? "partly" : state}`;
    cell.textContent = state === "passed" ? words[state] : `${words[state]}: ${why.join("; ")}`;
  };

  const show = () => {
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    for (const row of rows) {
      row.hidden = chosen.length > 0 && !row.dataset.uses.split(" ").every((use) => chosen.includes(use));
    }
    const shown = rows.filter((row) => !row.hidden);
    picked.hidden = chosen.length === 0;
    if (chosen.length > 0) {
      [...picked.querySelectorAll("tbody tr")].forEach((row, at) => {
        for (const cell of row.querySelectorAll("[data-sum]")) sum(cell, at + 1, cell.dataset.sum, shown);
      });
    }
    const pairs = (chosen.length * (chosen.length - 1)) / 2;
    const together = shown.filter((row) => row.dataset.uses.includes(" ")).length;
    const apart = pairs - together;
    status.textContent = chosen.length === 0 ? "" : `${chosen.length} picked${apart > 0 ? `; ${apart} of ${pairs} pairs are in no array of the suite` : ""}`;
  };

  const keep = () => {
    const address = new URL(location.href);
    address.searchParams.delete("use");
    for (const box of boxes) if (box.checked) address.searchParams.append("use", box.value);
    history.replaceState(null, "", address);
  };

  const restore = () => {
    const wanted = new URL(location.href).searchParams.getAll("use");
    for (const box of boxes) box.checked = wanted.includes(box.value);
  };

  live(form, { show, keep, restore });
}
