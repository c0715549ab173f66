import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Session, Source, SourceOptions } from "@chatexport/core";
import { withSubagents } from "@chatexport/core";
import { toolOf } from "@chatexport/document";
import { expect, test } from "vitest";
import { builtIns } from "../../packages/cli/src/built-in.js";
import { unreadTools } from "../../packages/cli/src/commands/doctor/unread-stores.js";
import { features } from "./support/features.js";
import { type Tool, tools } from "./support/tools.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = join(root, "docs/support.md");

/** The sessions of each fixture of a source; a test of its package keeps it true. */
function sessionsOf({ source, folder }: Tool): Session[] {
  const fixtures = join(root, "packages", folder, "fixtures");
  return readdirSync(fixtures)
    .map((name) => join(fixtures, name, "sessions.json"))
    .filter((path) => existsSync(path))
    .flatMap((path): { session: Session }[] => JSON.parse(readFileSync(path, "utf8")))
    .flatMap(({ session }) => [...withSubagents(session)])
    .filter((session) => session.source === source);
}

/** After how many days the tool deletes sessions when nobody has set it, as its source says of the example home. */
async function retentionOf({ source }: Tool): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "chatexport-support-"));
  const filter = (path: string) => basename(path) !== "settings.json";
  cpSync(join(root, "examples/home"), home, { recursive: true, filter });
  const loaded = await builtIns.source[source].load();
  const { default: open } = loaded as { default: (options: SourceOptions) => Source };
  const opened = open({ home });
  const context = { report() {}, signal: new AbortController().signal };
  const stores = await opened.stores(context, { count: false });
  await opened.close?.();
  rmSync(home, { recursive: true });
  const days = stores.flatMap(({ retention }) => retention?.days ?? []);
  return days.length > 0 ? `${Math.min(...days)} days` : "–";
}

async function rowOf(tool: Tool): Promise<string> {
  const sessions = sessionsOf(tool);
  expect(sessions.length, tool.name).toBeGreaterThan(0);
  const missing = Object.entries(features).filter(([, { isIn }]) => !sessions.some(isIn));
  const names = missing.map(([name]) => name.toLowerCase()).join(", ") || "–";
  return line([tool.name, tool.seen, names, await retentionOf(tool)]);
}

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

// After a change: npx vitest run tests/docs/support.test.ts -u
test("docs/support.md says what the fixtures of each source show", async () => {
  const names = ["Tool", "Versions", "Missing", "Deleted after"];
  const rows: string[] = [];
  for (const tool of tools) rows.push(await rowOf(tool));
  const table = [line(names), line(names.map(() => "---")), ...rows].join("\n");
  const list = Object.entries(features).map(([name, { about }]) => `- **${name}**: ${about}`);
  await expect(`# Support table

What chatexport reads of each tool. A test prints this page from the fixtures of each source. Mostly, the tool does not store what is missing.

${table}

- **Versions**: those that wrote what was seen; others are read, too. [Drift](drift.md) says how real clients are asked, [formats](formats) what they store.
- **Not read**, since their files are not certain from the tool's own code or real data: ${unreadTools.join(", ")}. \`doctor\` names their stores.
- **Deleted after**: when the tool deletes sessions by itself, unless its settings say otherwise; an [archive](archive.md) keeps them.

The features:

${list.join("\n")}
`).toMatchFileSnapshot(page);
});

test.each(tools)(
  "readers see what $name is called, not the name of its source",
  ({ name, source }) => {
    const [first = ""] = toolOf(source).split(" or ");
    expect(name).toContain(first);
  },
);

test("each source with fixtures has its row", () => {
  const folders = readdirSync(join(root, "packages")).filter(
    (name) => name.startsWith("source-") && existsSync(join(root, "packages", name, "fixtures")),
  );
  expect([...new Set(tools.map(({ folder }) => folder))].sort()).toEqual(folders.sort());
});
