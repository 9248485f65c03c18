// Gives whoever was judged in a file of events a name, a version and messages that try to be markup.
import { readFile, writeFile } from "node:fs/promises";

const HOSTILE = "<img src=x onerror=document.title='broken'><script>document.title='broken'</script>";
const [file] = process.argv.slice(2);
const events = (await readFile(file, "utf8")).trimEnd().split("\n").map((line) => JSON.parse(line));
for (const event of events) {
  if (event.event === "started") {
    Object.assign(event.implementation, { name: HOSTILE, version: HOSTILE, language: HOSTILE });
  }
  if (event.verdict?.is === "fail") {
    Object.assign(event.verdict, { expected: HOSTILE, found: HOSTILE, log: HOSTILE });
  }
  for (const explanation of event.explanations ?? []) {
    Object.assign(explanation, { misreading: HOSTILE, when: HOSTILE });
  }
}
await writeFile(file, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
