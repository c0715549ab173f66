import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  compareStrings,
  type Diagnostic,
  type JsonObject,
  type Session,
  sessions,
  withSubagents,
} from "@chatexport/core";
import claude from "@chatexport/source-claude";
import { parseSession } from "@chatexport/source-claude/parse-session";
import { projectFolderName } from "@chatexport/source-claude/paths";
import { expect, onTestFinished, test } from "vitest";
import { attachmentTypes } from "../../packages/source-claude/src/parse/attachments.js";
import { systemSubtypes } from "../../packages/source-claude/src/parse/system-records.js";
import { dropped, named } from "../../packages/source-claude/src/records/named-fields.js";
import { skippedTypes } from "../../packages/source-claude/src/records/records.js";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const page = read("docs/formats/claude.md");
const samples = samplesIn(page);

/** The tables of names: how each begins, what the code knows, and records with a name of its kind, one of which is known. */
const tables: [string, Iterable<string>, (name: string) => JsonObject[]][] = [
  [
    "Type | Since",
    [...typesIn(read("packages/source-claude/src/records/records.ts")), ...skippedTypes.keys()],
    // Of a journal each record has a key.
    (type) => [
      type === "attachment"
        ? { type, attachment: { type: "date" } }
        : { type, key: "1", content: "Tides", operation: "enqueue", replacements: [] },
    ],
  ],
  ["Subtype", systemSubtypes, (subtype) => [{ type: "system", subtype, content: "Tides" }]],
  [
    "Type | Fields | Since",
    attachmentTypes,
    (type) => [{ type: "attachment", attachment: { type } }],
  ],
  [
    "Block",
    [...blockTypesIn("parse/responses.ts"), ...blockTypesIn("tools/results.ts")],
    (type) =>
      [{ type, text: "Tides", tool_use_id: "2" }].flatMap((block) => [
        answerWith(block),
        answerWith({ type: "tool_result", tool_use_id: "1", content: [block] }),
      ]),
  ],
];

function answerWith(block: JsonObject): JsonObject {
  return { type: "assistant", message: { content: [block] } };
}

test.each(tables)("the table %j names what is read, and nothing else", (header, known, make) => {
  const names = tableOf(header).flatMap(namesIn);
  expect(names).toEqual([...new Set(names)]);
  expect([...known].filter((name) => !names.includes(name))).toEqual([]);
  const isKnown = (record: JsonObject) => unknownIn([record]).length === 0;
  expect(names.filter((name) => !make(name).some(isKnown))).toEqual([]);
});

test("the page, or that of Qoder, names each key that the reader knows", () => {
  const pages = page + read("docs/formats/qoder.md");
  const words = new Set([...pages.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => wordsIn(code)));
  const keys = [...named.kept, ...Object.keys(dropped)];
  expect(keys.filter((key) => !words.has(key))).toEqual([]);
});

test("each field that is in no session stands as left out, with the reason, and no other", () => {
  const [row = ""] = page.match(/^\| Left out \|.*$/m) ?? [];
  const told = [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(new Set(told)).toEqual(new Set(Object.keys(dropped)));
});

test("the samples hold no name that the reader does not know", () => {
  expect(transcripts().flatMap(({ records }) => unknownIn(records))).toEqual([]);
});

test("there is a sample of each type of record", () => {
  const sampled = samples.flatMap(({ records }) => records.map(({ type }) => `${type}`));
  const types = tableOf("Type | Since").flatMap(namesIn);
  const isSampled = (type: string) =>
    sampled.some((name) => (type.endsWith("-") ? name.startsWith(type) : name === type));
  expect(types.filter((type) => !isSampled(type))).toEqual([]);
});

test("all samples together are a store that chatexport reads", async () => {
  expect(samples).toHaveLength(page.match(/^```jsonl?$/gm)?.length ?? 0);
  const home = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const { path, text } of samples) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text, { flag: "a" });
  }
  const found: Session[] = [];
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => diagnostics.push(diagnostic);
  for await (const { session } of sessions([claude({ home })], { report })) found.push(session);

  found.sort((one, other) => compareStrings(one.id, other.id));
  const [, rewound, compacted, , , old] = found;
  expect(found.map(({ id, title }) => `${id.slice(0, 4)} ${title}`)).toEqual([
    "1111 Discount",
    "2222 A name for the price field",
    "3333 Rounding of prices",
    "4444 Name the price field",
    "5555 Compare the prices",
    "6666 Which files use the price?",
    "7777 How long is the price list?",
  ]);
  expect(rewound?.branches?.map(({ reason }) => reason)).toEqual(["rewind"]);
  expect(compacted?.subagents?.map(({ parent }) => parent?.toolCallId)).toEqual(["toolu_30"]);
  expect(old?.subagents?.map(({ parent }) => parent?.toolCallId)).toEqual(["toolu_60"]);

  expect(diagnostics).toEqual([]);
});

test("the folders of paths are those that the code makes", () => {
  const folders = tableOf("Path | Folder").map((row) => [...row.matchAll(/`([^`]+)`/g)]);
  for (const [[, path = ""] = [], [, folder] = []] of folders)
    expect(projectFolderName(path)).toBe(folder);
  const [, hash] = /ends in `(-\w+)`/.exec(page) ?? [];
  expect(projectFolderName(`/${"a".repeat(250)}`).slice(200)).toBe(hash);
});

interface Sample {
  /** Its place in a home folder. */
  path: string;
  text: string;
  /** The lines of JSON Lines, else none. */
  records: JsonObject[];
}

/** The blocks of JSON on the page, each below the path of its file. */
function samplesIn(text: string): Sample[] {
  const blocks = text.matchAll(/^<!-- (\S+) -->\n\n```(jsonl?)\n(.*?)^```$/gms);
  return [...blocks].map(([, path = "", language, content = ""]) => {
    const lines = language === "jsonl" ? content.trim().split("\n") : [];
    if (language === "json") JSON.parse(content);
    return { path, text: content, records: lines.map((line) => JSON.parse(line)) };
  });
}

/** The samples that are lines of transcripts. */
function transcripts(): Sample[] {
  return samples.filter(({ path }) => path.endsWith(".jsonl") && !path.endsWith("journal.jsonl"));
}

/** The names that the reader does not know: types of records, and fields with what they are names of. */
function unknownIn(records: readonly JsonObject[]): string[] {
  const session = parseSession(records.map((record) => JSON.stringify(record)));
  return [...withSubagents(session)].flatMap(({ records: { unknown, unknownFields } }) =>
    Object.keys({ ...unknown, ...unknownFields }),
  );
}

/** The types of blocks that a file of the reader tells apart. */
function blockTypesIn(path: string): string[] {
  const cases = read(`packages/source-claude/src/${path}`).matchAll(
    /(?:case |\[)"(\w+)"(?:: ?|, \[)/g,
  );
  return [...cases].map(([, type = ""]) => type);
}

/** The rows of the table on the page that begins with a heading. */
function tableOf(heading: string): string[] {
  const [, table = ""] = page.split(`\n| ${heading} |`);
  const [, , ...rows] = table.slice(0, table.indexOf("\n\n")).split("\n");
  expect(rows.length, heading).toBeGreaterThan(0);
  return rows;
}

/** The names in the first cell of a row. */
function namesIn(row: string): string[] {
  const [, first = ""] = row.split("|");
  return [...first.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

function wordsIn(text = ""): string[] {
  return text.match(/\w+(?:-\w+)*/g) ?? [];
}

/** The strings in the sets and lists of the file, and the keys of its tables. */
function typesIn(source: string): string[] {
  const withoutComments = source.replaceAll(/^\s*\/\/.*$/gm, "");
  const lists = [
    ...withoutComments.matchAll(/^(?:export )?const \w+[^=]*= (?:nameSet\(|\[)(.*?)[\])];/gms),
  ];
  const tables = [...withoutComments.matchAll(/^(?:export )?const \w+[^=]*= \{\n(.*?)^\}/gms)];
  return [
    ...lists.flatMap(([, body = ""]) => [...body.matchAll(/"([^"]+)"/g)]),
    ...tables.flatMap(([, body = ""]) => [...body.matchAll(/^\s*"?([\w-]+)"?:/gm)]),
  ].flatMap(([, names]) => names?.split(" ") ?? []);
}
