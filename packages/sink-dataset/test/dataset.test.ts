import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatasetPrivacy, Message, Session } from "@chatexport/core";
import { withSubagents } from "@chatexport/core";
import {
  answer,
  hostileStrings,
  prompt,
  ran,
  sampleSessions,
  sessionOf,
} from "@chatexport/testkit";
import { expect, test } from "vitest";
import { newFolder } from "../../../tests/sinks/run-dataset.js";
import dataset, { type DatasetOptions, type RowDialect } from "../src/index.js";
import { rowShapes } from "../src/row-shapes.js";
import { linesOf, textOf, writeDataset } from "./dataset.js";

/** A session of its own project that began on a day of June. */
function talk(id: string, day = 1, fields: Partial<Session> = {}): Session {
  return {
    ...sessionOf([prompt("p", `Begin ${id}.`), answer("a", `Begun ${id}.`)]),
    ...{ id, project: { path: `/work/${id}` } },
    startedAt: `2026-06-${String(day).padStart(2, "0")}T10:00:00.000Z`,
    ...fields,
  };
}

function talks(count: number): Session[] {
  return Array.from({ length: count }, (_, index) => talk(`talk-${index + 1}`, index + 1));
}

const idsIn = (folder: string, split?: string) => linesOf(folder, split).map(({ id }) => id);

test("each session and sub-agent is a line; all are there once, the oldest first", async () => {
  const folder = newFolder();
  const all = [talk("b", 2), talk("a", 1), ...sampleSessions()];
  const { leftOut } = await writeDataset(folder, all, { prompts: 0, test: 0 });
  const kept = all.filter(({ id }) => !leftOut.some(({ ref }) => ref.id === id));
  const expected = kept.flatMap((session) => Array.from(withSubagents(session), ({ id }) => id));
  const written = idsIn(folder);
  expect(written).toEqual(expect.arrayContaining(["a", "b"]));
  expect(written.indexOf("a")).toBeLessThan(written.indexOf("b"));
  expect(new Set(expected)).toEqual(new Set([...expected, ...written]));
});

test("all sessions of a project are on one side, and stay there when others come", async () => {
  const [small, large] = [newFolder(), newFolder()];
  const projects = talks(60).flatMap((session) => [
    session,
    { ...talk(`${session.id}-again`, 30), project: session.project ?? {} },
  ]);
  const options: DatasetOptions = { test: 30 };
  await writeDataset(small, projects.slice(0, 60), options);
  await writeDataset(large, projects, options);
  const [train, tests] = [idsIn(large), idsIn(large, "test")];
  expect(train).toEqual(expect.arrayContaining(idsIn(small)));
  expect(tests).toEqual(expect.arrayContaining(idsIn(small, "test")));
  expect(tests.filter((id) => train.includes(String(id).replace("-again", "")))).toEqual([]);
  expect(tests.length).toBeGreaterThan(120 * 0.15);
  expect(tests.length).toBeLessThan(120 * 0.45);
});

test("the newest are for tests; what begins alike is on one side, what has no time is for training", async () => {
  const folder = newFolder();
  const { startedAt: _, ...timeless } = talk("timeless");
  const begun: Message[] = [prompt("p", "Begin."), answer("a", "Begun.")];
  const forks = [9, 27].map((day) =>
    talk(`fork-${day}`, day, { messages: [...begun, prompt("q", `Go on ${day}.`)] }),
  );
  const all = [...talks(20), timeless, ...forks];
  await writeDataset(folder, all, { split: "time", test: "20" });
  expect(idsIn(folder, "test")).toEqual(["talk-16", "talk-17", "talk-18", "talk-19", "talk-20"]);
  expect(idsIn(folder)).toEqual(expect.arrayContaining(["timeless", "fork-9", "fork-27"]));
});

test("a session in which nothing is said that another one has not is left out", async () => {
  const folder = newFolder();
  const whole = [prompt("p", "Begin."), answer("a", "Begun.", ran("ls", "a")), prompt("q", "On.")];
  const context: Message = { ...prompt("c", "Today is Monday."), synthetic: "context" };
  const { leftOut } = await writeDataset(folder, [
    talk("copy", 3, { messages: [context, ...whole] }),
    talk("beginning", 1, { messages: whole.slice(0, 2) }),
    talk("whole", 2, { messages: whole }),
    talk("other", 4, { messages: [...whole.slice(0, 2), prompt("q", "Off.")] }),
  ]);
  expect(leftOut.map(({ ref, reason }) => [ref.id, reason])).toEqual([
    ["beginning", "repeated"],
    ["copy", "repeated"],
  ]);
  expect(textOf(folder, "README.md")).toContain("| repeated | 2 |");
});

test("sessions that are too short are left out", async () => {
  const busy = talk("busy", 1, { messages: [prompt("p", "Go."), answer("a", ran("ls", ""))] });
  const silent = talk("silent", 1, { messages: [answer("a", "Hello.")] });
  const { leftOut } = await writeDataset(newFolder(), [busy, silent, talk("idle")], { calls: 1 });
  expect(leftOut.map(({ ref, reason }) => `${ref.id} ${reason}`).sort()).toEqual([
    "idle with fewer calls",
    "silent with fewer prompts",
  ]);
});

test("nothing is asked for again until a session, an option or a decision is another", async () => {
  const folder = newFolder();
  const all = talks(3);
  const privacy = (revision: string): DatasetPrivacy => ({
    revision: () => revision,
    masked: () => ({}),
    undecided: () => 0,
    reviewed: (session) => session,
  });
  const write = async (
    ...given: Parameters<typeof writeDataset> extends [string, ...infer Rest] ? Rest : never
  ) => (await writeDataset(folder, ...given)).states;
  expect(await write(all)).toEqual(["talk-1 new", "talk-2 new", "talk-3 new"].toReversed());
  expect(await write(all)).toEqual([]);
  expect(await write([...all, talk("d", 9)])).toEqual(
    expect.arrayContaining(["d new", "talk-1 unchanged"]),
  );
  const four = [...all, talk("d", 9)];
  expect(await write(four, { license: "mit" })).toContain("d changed");
  expect(await write(four, { license: "mit" }, { revision: "2" })).toContain("d changed");
  expect(
    await write(four, { license: "mit" }, { revision: "2", privacy: privacy("x") }),
  ).toHaveLength(4);
  expect(await write(four, { license: "mit" }, { revision: "2", privacy: privacy("x") })).toEqual(
    [],
  );
  rmSync(join(folder, "data/train.jsonl"));
  expect(
    await write(four, { license: "mit" }, { revision: "2", privacy: privacy("x") }),
  ).toHaveLength(4);
});

test("a session whose store does not say its tool is known again", async () => {
  const folder = newFolder();
  const nameless = talk("nameless", 1, { source: "" });
  await writeDataset(folder, [nameless]);
  expect((await writeDataset(folder, [nameless])).states).toEqual([]);
});

test("files with the same bytes stay as they are", async () => {
  const folder = newFolder();
  await writeDataset(folder, talks(3), { test: 0 });
  const { files } = await writeDataset(folder, talks(3), { test: 0, license: "mit" });
  expect(files.map(({ path, state }) => `${path.slice(folder.length + 1)} ${state}`)).toEqual([
    "manifest.json changed",
    "data/train.jsonl unchanged",
    "README.md changed",
    "manifest.json changed",
  ]);
});

test("a session that is no longer found is not lost without a word", async () => {
  const folder = newFolder();
  await writeDataset(folder, talks(3));
  await expect(writeDataset(folder, talks(2))).rejects.toThrow("1 session of the data set");
  expect(idsIn(folder)).toContain("talk-3");
  await writeDataset(folder, talks(2), {}, { isForced: true });
  expect([...idsIn(folder), ...idsIn(folder, "test")].sort()).toEqual(["talk-1", "talk-2"]);
});

test("a card that was edited stays", async () => {
  const folder = newFolder();
  await writeDataset(folder, talks(1), { test: 0 });
  writeFileSync(join(folder, "README.md"), "Mine.\n");
  for (const count of [2, 3]) {
    const { reported } = await writeDataset(folder, talks(count), { test: 0 });
    expect(reported).toEqual(["card-edited"]);
    expect(textOf(folder, "README.md")).toBe("Mine.\n");
  }
  rmSync(join(folder, "README.md"));
  await writeDataset(folder, talks(3), { test: 0 });
  expect(textOf(folder, "README.md")).toContain("| train | 3 |");
});

test.each([
  ["notes.txt", "Mine."],
  ["manifest.json", '{ "format": "chatexport-tables", "version": 1 }'],
])("a folder with a foreign %s is refused", async (name, text) => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  await expect(writeDataset(folder, talks(1))).rejects.toThrow("holds something else");
});

test("what people decided is done to the lines, and the card tells of it", async () => {
  const folder = newFolder();
  const privacy: DatasetPrivacy = {
    revision: () => "1",
    masked: () => ({ "github-token": 2, "a|b`c": 1 }),
    undecided: () => 7,
    reviewed: (session, document) =>
      document.includes("Begin talk-1.")
        ? { ...session, messages: [prompt("p", "Masked."), answer("a", "Begun.")] }
        : session,
  };
  await writeDataset(folder, talks(2), { test: 0 }, { privacy });
  expect(textOf(folder, "data/train.jsonl")).not.toContain("Begin talk-1.");
  expect(textOf(folder, "data/train.jsonl")).toContain("Masked.");
  const card = textOf(folder, "README.md");
  expect(card).toContain("| `github-token` | 2 |");
  expect(card).toContain("| `` a\\|b`c `` | 1 |");
  expect(card).toContain("no person has decided about: 7.");
});

test("a session in which a review leaves fewer prompts is left out", async () => {
  const folder = newFolder();
  const privacy: DatasetPrivacy = {
    ...{ revision: () => "1", masked: () => ({}), undecided: () => 0 },
    reviewed: (session) =>
      session.id === "talk-1" ? { ...session, messages: [answer("a", "Begun.")] } : session,
  };
  const { leftOut } = await writeDataset(folder, talks(2), { test: 0 }, { privacy });
  expect(leftOut).toMatchObject([{ ref: { id: "talk-1" }, reason: "with fewer prompts" }]);
  expect(idsIn(folder)).toEqual(["talk-2"]);
});

test.each(Object.keys(rowShapes) as RowDialect[])(
  "the card declares all columns of %s",
  async (dialect) => {
    const folder = newFolder();
    const tools = [{ name: "ls", description: "Lists files.", inputSchema: {} }];
    const rich = talk("rich", 1, {
      tools,
      attachments: [{ type: "file", from: "upload", text: "x" }],
    });
    await writeDataset(folder, [rich, ...sampleSessions()], { dialect, test: 0, prompts: 0 });
    const declared = Object.entries(rowShapes[dialect].columns);
    const used = new Map(linesOf(folder).flatMap((line) => Object.entries(line)));
    for (const [name, value] of used)
      if (value !== null)
        expect([name, typeOf(value)]).toEqual(declared.find(([one]) => one === name));
    expect([...used.keys()].sort()).toEqual(declared.map(([name]) => name).sort());
  },
);

function typeOf(value: unknown): string {
  return typeof value === "string" ? "string" : Array.isArray(value) ? "json list" : "json";
}

test("names from stores are no Markdown in the card", async () => {
  const folder = newFolder();
  const odd = hostileStrings.map((model, index) =>
    talk(`odd-${index}`, 1, {
      messages: [prompt("p", `Go ${index}.`), { ...answer("a", `Gone ${index}.`), model }],
    }),
  );
  await writeDataset(folder, odd, { test: 0 });
  const lines = textOf(folder, "README.md").split("\n");
  const rows = lines.filter((line) => line.startsWith("| `demo` |"));
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) expect(row).toMatch(/^\| `demo` \| (?:all|(`+).+\1) \| \d+ \|$/s);
});

test("the card says which conditions each session meets", async () => {
  const called = [prompt("p", "Go."), answer("a", ran("ls", "a"))];
  const card = async (options: DatasetOptions) => {
    const folder = newFolder();
    await writeDataset(folder, [talk("a", 1, { messages: called })], { test: 0, ...options });
    return textOf(folder, "README.md");
  };
  expect(await card({})).toContain("meets these conditions:\n\n- at least 1 prompt\n\n#");
  expect(await card({ prompts: 0, calls: 1, outcome: ["not-interrupted"] })).toContain(
    "meets these conditions:\n\n- at least 1 tool call\n- nobody interrupted the work\n\nCommands",
  );
  expect(await card({ prompts: 0 })).not.toContain("meets these conditions:");
});

test("the card has all of the name of a model", async () => {
  const folder = newFolder();
  const messages = [prompt("p", "Go."), { ...answer("a", "Gone."), model: "large\nlocal" }];
  await writeDataset(folder, [talk("odd", 1, { messages })], { test: 0 });
  expect(textOf(folder, "README.md")).toMatch(/^\| `demo` \| `large.*local` \| 1 \|$/m);
});

test.each([
  [{ dialect: "otlp" }, 'Option dialect must be openai, ai-sdk or atif, not "otlp"'],
  [{ test: "100" }, "Option test must be a whole number from 0 to 99"],
  [{ prompts: -1 }, "Option prompts must be a whole number, not -1"],
  [
    { outcome: ["happy"] },
    'Option outcome must be tests-passed, committed or not-interrupted, not "happy"',
  ],
  [{ license: "a: b" }, "Option license must be an identifier"],
  [{ colour: "red" }, "There is no option colour; the options are dialect, split"],
])("%j is refused", (options, sentence) => {
  expect(() => dataset(options as DatasetOptions)).toThrow(sentence);
});

test("a split without sessions is told", async () => {
  const { reported } = await writeDataset(newFolder(), talks(1), { split: "time" });
  expect(reported).toEqual(["split-without-sessions"]);
});
