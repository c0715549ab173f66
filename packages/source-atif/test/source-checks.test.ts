import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changeDocument, changeLines, sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { dropped } from "../src/fields.js";
import atif from "../src/index.js";

const fixture = fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url));
const main = "trajectory.json";
const several = "more/several.jsonl";

const checks = sourceChecks({
  create: atif,
  async makeHome(home) {
    const folder = join(home, "trajectories");
    cpSync(fixture, folder, { recursive: true });
    return folder;
  },
  skip: {
    "the home folder and the store as a root give the same sessions": "it has no default place",
  },
  records: 15,
  recordsIn: () => [JSON.parse(readFileSync(join(fixture, main), "utf8"))],
  changeRecords(store, change) {
    changeDocument(join(store, main), change);
    changeLines(join(store, several), change);
  },
  dropped,
  rewritten: {
    type: "a word of the format",
    "steps.observation.results.content.source.path": "the image has its data",
  },
  async enlarge(store, bytes) {
    const path = join(store, main);
    const stored = JSON.parse(readFileSync(path, "utf8"));
    stored.steps.splice(3, 0, { step_id: 4, source: "agent", message: "x".repeat(bytes) });
    writeFileSync(path, JSON.stringify(stored, null, 1));
  },
  async damage(store) {
    appendFileSync(
      join(store, several),
      'no JSON\n["no object"]\n{"schema_version":"ATIF-v1.8","steps":[{"st',
    );
    return ["trajectory-main-0001"];
  },
  async addUnknown(store) {
    const path = join(store, main);
    const stored = JSON.parse(readFileSync(path, "utf8"));
    stored.steps.push({ step_id: 6, source: "weather", message: 7 });
    writeFileSync(path, JSON.stringify(stored));
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
