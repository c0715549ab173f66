import { readdirSync, readFileSync } from "node:fs";
import {
  chatsFolderNames,
  conversationLists,
  files,
  folders,
  openedLists,
  promptLists,
  workspaceFields,
  workspaceId,
} from "@chatexport/source-cursor/paths";
import { expect, test } from "vitest";
import { formats } from "../../packages/source-cursor/src/conversation/copy.js";
import { composerState } from "../../packages/source-cursor/src/parse/agent/conversation-state.js";
import { named as known } from "../../packages/source-cursor/src/parse/fields.js";
import { binaryCall } from "../../packages/source-cursor/src/parse/tools/binary-call.js";
import * as keys from "../../packages/source-cursor/src/rows/keys.js";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const source = (path: string) => read(`packages/source-cursor/src/${path}`);
const page = read("docs/formats/cursor.md");

/** The text between a heading and the next one. */
function section(heading: string): string {
  const [, rest = ""] = page.split(new RegExp(`^#+ ${heading}$`, "m"));
  return rest.split(/^#/m, 1)[0] ?? "";
}

const cellsOf = (row: string) =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
const spansOf = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/** The words in code, inline and in samples. */
const named = new Set(
  [...page.matchAll(/^```\w*\n(.*?)^```$|`([^`\n]+)`/gms)].flatMap(
    ([, block = "", span = ""]) => `${block} ${span}`.match(/[\w-]+/g) ?? [],
  ),
);

const unnamed = (words: readonly string[]) => words.filter((word) => !named.has(word));

const samples = [...page.matchAll(/^```(jsonl?)\n(.*?)^```$/gms)];

test("each sample of docs/formats/cursor.md is JSON", () => {
  expect(samples.length).toBeGreaterThan(30);
  for (const [, kind, text = ""] of samples)
    for (const json of kind === "jsonl" ? text.trim().split("\n") : [text])
      expect(() => JSON.parse(json), json).not.toThrow();
});

test("each family of keys stands in its table, with what becomes of its rows", () => {
  const table = section("Keys of cursorDiskKV").split("\n");
  const code = source("rows/keys.ts");
  const owned = [...code.matchAll(/\{ prefix: "([^"]+)"(.*?)\}/g)].map(([, prefix, rest]) => {
    const reason = /unused: "([^"]+)"/.exec(rest ?? "")?.[1];
    return [prefix ?? "", reason ?? (rest?.includes("ofBubbles") ? "no-bubble" : undefined)];
  });
  const shared = [...code.matchAll(/^ {2}"?([\w.:]+)"?: "([a-z-]+)",$/gm)].map(([, ...row]) => row);
  expect(owned.length).toBeGreaterThan(8);
  expect(shared.length).toBeGreaterThan(6);
  for (const [family = "", reason] of [...owned, ...shared]) {
    const name = new RegExp(`(?:^|:)${family.replace(/:$/, "")}(?![A-Za-z])`);
    const row = table.find((line) => spansOf(cellsOf(line)[0]).some((key) => name.test(key)));
    expect(row, `a row for ${family}`).toBeDefined();
    if (reason !== undefined) expect(row, family).toContain(`\`skipped: ${reason}\``);
  }
});

test("each key of ItemTable stands in its table", () => {
  const table = section("Keys of ItemTable");
  const known = [
    ...Object.values(keys.itemKeys),
    ...Object.keys(conversationLists),
    ...Object.keys(promptLists),
  ];
  for (const key of [...known, keys.panePrefix, keys.planRegistry])
    expect(table).toContain(`\`${key}\``);
  expect(table).toContain(`\`${keys.dailyStats}`);
  expect(unnamed([...openedLists])).toEqual([]);
});

test("the shapes of a copy stand in the order in which they win", () => {
  const listed = [...section("Which copy wins").matchAll(/`(cursor\/[a-z-]+)`/g)];
  expect(listed.map(([, format]) => format)).toEqual([...formats]);
});

test("each file, folder and field of a describing file is named", () => {
  const names = [Object.values(files), Object.values(folders), [...workspaceFields]].flat(2);
  expect(names.filter((name) => !page.includes(name))).toEqual([]);
});

/** The files that name what they read: fields, columns, kinds of parts, elements, tools and states. */
const tables = [
  "list/index-rows.ts",
  "list/list-composers.ts",
  "parse/agent/fields.ts",
  "parse/agent/user-text.ts",
  "parse/composer/attached-context.ts",
  "parse/composer/context-parts.ts",
  "parse/tools/tool-call.ts",
  "parse/tools/tool-kinds.ts",
  "sidecars/ai-code-tracking.ts",
];

test.each(tables)("each name in the tables of %s is named", (path) => {
  const code = source(path);
  const lists = [...code.matchAll(/(?:wordsOf|nameSet|byName(?:<[\w["\]]+>)?)\((.*?)\)?\);?$/gms)];
  const words = lists
    .flatMap(([, list = ""]) => [...list.matchAll(/"([^"]+)"|`([^`]+)`/g)])
    .flatMap(([, quoted = "", lines = ""]) => `${quoted} ${lines}`.match(/[\w-]+/g) ?? []);
  const readers = [...code.matchAll(/^const \w+Readers[^=]*= \{\n(.*?)^\};/gms)].flatMap(
    ([, body = ""]) => [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name = ""]) => name),
  );
  expect(words.length).toBeGreaterThan(3);
  expect(unnamed([...words, ...readers])).toEqual([]);
});

test("each field that is known is named", () => {
  expect(known.kept.size).toBeGreaterThan(80);
  expect(unnamed([...known.kept])).toEqual([]);
});

test("each field that is not kept stands as dropped, and no other", () => {
  const fields = Object.keys(known.dropped);
  const headings = [
    "The old chat pane",
    "Composers",
    "Bubbles",
    "The list of bubbles",
    "The call in a bubble",
    "Code blocks",
  ];
  const rows = headings.flatMap((heading) => section(heading).split("\n"));
  const told = rows
    .filter((row) => row.includes("*dropped*"))
    .flatMap((row) => spansOf(cellsOf(row)[0]));
  expect(fields.length).toBeGreaterThan(20);
  expect(new Set(told)).toEqual(new Set(fields));
});

test("each field that is read of a composer, bubble or call is named", () => {
  const code = ["parse/composer", "parse/tools"].flatMap((folder) =>
    readdirSync(new URL(`../../packages/source-cursor/src/${folder}`, import.meta.url))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => source(`${folder}/${name}`)),
  );
  const objects = "data|bubble|header|grouping|timing|status|details|additional|block|row|toolData";
  const accesses = code.flatMap((text) => [
    ...text.matchAll(new RegExp(`\\b(?:${objects})\\??\\.(\\w+)\\b(?![("])`, "g")),
  ]);
  const taken = code.flatMap((text) => [
    ...text.matchAll(/\.(?:text|string|number|flag|json|objects?|texts|made)\((.*?)\)/gs),
  ]);
  const names = taken.flatMap(([, list = ""]) => [...list.matchAll(/"(\w+)"/g)]);
  // Of the reader's own objects.
  const own = new Set(["data", "header", "key", "ownId", "edits", "kind", "subagent", "time"]);
  const fields = new Set(
    [...accesses, ...names].map(([, field = ""]) => field).filter((field) => !own.has(field)),
  );
  expect(fields.size).toBeGreaterThan(60);
  expect(unnamed([...fields])).toEqual([]);
});

test("each way to open a database is named", () => {
  const code = read("packages/sqlite/src/database-files.ts");
  const [, ways = ""] = /^export type Way = (.*);$/m.exec(code) ?? [];
  const rows = section("How to open the databases").split("\n").map(cellsOf);
  const told = rows.flatMap(([way]) => spansOf(way));
  expect(told).toEqual([...ways.matchAll(/"(\w+)"/g)].map(([, way]) => way));
});

test("each number of a tool is named", () => {
  const numbers = [...source("parse/tools/editor-call.ts").matchAll(/\b(\d+):(\w+)\b/g)];
  expect(numbers.length).toBeGreaterThan(40);
  const list = section("Numbers of tools").replaceAll("\n", " ");
  for (const [, number, name] of numbers) expect(list).toContain(`${number} \`${name}\``);
});

test("each mark is one of the four levels", () => {
  const levels = [...section("How sure we are").matchAll(/^\| (\w) \| (\w+) \|/gm)];
  expect(levels.map(([, , level]) => level)).toEqual([
    "CONFIRMED",
    "LIKELY",
    "SUSPECTED",
    "UNKNOWN",
  ]);
  const marks = levels.map(([, mark]) => mark);
  for (const [table] of page.matchAll(/^\|.*\| Sure \|.*\n(?:\|.*\n)+/gm)) {
    const [head = [], , ...rows] = table.trim().split("\n").map(cellsOf);
    for (const row of rows)
      expect(marks, row.join(" | ")).toContain(row[head.indexOf("Sure")]?.[0]);
  }
});

test("the names of folders are those that the code computes", () => {
  const table = section("Names of folders");
  const made = (birthtimeMs: number) => {
    return { ino: 262145, birthtime: new Date(birthtimeMs), birthtimeMs };
  };
  const computed = [
    workspaceId("/home/mira/lantern", made(0), "linux"),
    workspaceId("/Users/mira/lantern", made(1765760077237), "darwin"),
    workspaceId("C:\\Users\\mira\\lantern", made(1765760077237.8), "win32"),
    workspaceId("/home/mira/lantern.code-workspace", undefined, "linux"),
    ...chatsFolderNames("/home/mira/lantern"),
  ];
  for (const name of computed) expect(table).toContain(`| \`${name}\` |`);
});

test("the samples in bytes say what the page says", () => {
  const objects = samples.map(([, , text = ""]) => text).filter((text) => text.startsWith("{"));
  const sampleWith = (text: string) =>
    JSON.parse(objects.find((json) => json.includes(text)) ?? "");
  const state = composerState(sampleWith('"agentKv:blob:'));
  expect(state).toMatchObject({
    state: {
      messages: ["79ea058ea565f823bb90c838f19627a1330a629bc317416ef118667986c77f3d"],
      usedTokens: 5210,
      maxTokens: 200000,
      mode: "agent",
      startedAt: new Date(1765760077237).toISOString(),
    },
  });
  expect(binaryCall(sampleWith('{ "toolCallBinary"').toolCallBinary)).toMatchObject({
    input: { command: "ls src", cwd: "/home/mira/lantern" },
    result: { output: "footer.ts\n", exitCode: 0 },
  });
});
