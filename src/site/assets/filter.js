// Narrows the list of a page to one document, verdict or library. What is chosen is kept in the
// address, so that going back shows the same list.
"use strict";

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
    status.textContent = `${shown} of ${rows.length} shown`;
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
    show();
  };

  form.addEventListener("change", () => { show(); keep(); });
  form.addEventListener("reset", () => setTimeout(() => { show(); keep(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("pageshow", restore);
  form.hidden = false;
  restore();
}
