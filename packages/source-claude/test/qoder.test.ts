import { cpSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Diagnostic, listSessions, type SourceOptions } from "@chatexport/core";
import { expect, test } from "vitest";
import claude from "../src/index.js";
import { qoderRoots } from "../src/locate/qoder.js";
import qoder from "../src/qoder.js";
import { folderWith } from "./store.js";

const fixture = fileURLToPath(new URL("../fixtures/qoder/home", import.meta.url));

test("only the usual folder need not exist, and a variable names another one", () => {
  const root = folderWith({ "home/.qoder-cn/projects/p/s.jsonl": "", "home/.qoder-cn/x": "" });
  const home = join(root, "home");
  const placesWith = (env: NodeJS.ProcessEnv) =>
    qoderRoots({}, { platform: "linux", env, home, root }).map(({ path }) => relative(home, path));
  expect(placesWith({})).toEqual([".qoder/projects", ".qoder-cn/projects"]);
  expect(placesWith({ QODER_CONFIG_DIR: join(home, "q") })).toEqual([
    "q/projects",
    ".qoder-cn/projects",
  ]);
});

/** The number of sessions that both sources find at the same place, and what they report. */
async function foundAt(place: SourceOptions): Promise<[claude: number, qoder: number, string[]]> {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => diagnostics.push(diagnostic);
  const ofClaude = await listSessions([claude(place)], { report });
  const ofQoder = await listSessions([qoder(place)], { report });
  return [ofClaude.length, ofQoder.length, diagnostics.map(({ code }) => code)];
}

test("no session is read twice: a folder, and elsewhere a record, tells whose it is", async () => {
  expect(await foundAt({ home: fixture })).toEqual([0, 3, []]);
  expect(await foundAt({ roots: [join(fixture, ".qoder")] })).toEqual([0, 1, []]);
  const folder = folderWith({
    "claude.jsonl": `${JSON.stringify({ type: "user", message: { role: "user", content: "Bake." } })}\n`,
  });
  mkdirSync(join(folder, "backup"));
  cpSync(join(fixture, ".qoder/projects"), join(folder, "backup"), { recursive: true });
  expect(await foundAt({ roots: [folder] })).toEqual([1, 1, ["other-tool"]]);
});

test("for how long Qoder keeps its sessions is not known", async () => {
  const context = { report() {}, signal: new AbortController().signal };
  for (const { retention } of await qoder({ home: fixture }).stores(context))
    expect(retention).toBe(undefined);
});
