import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Diagnostic,
  type LoadedSession,
  listSessions,
  loadSessions,
  type Session,
  type Source,
  sessions,
} from "@chatexport/core";
import { expect, test } from "vitest";
import claude from "../src/index.js";
import { folderWith, prompt, stateOf } from "./store.js";

async function read(root: string, reported: Diagnostic[] = []): Promise<LoadedSession[]> {
  const loaded: LoadedSession[] = [];
  const report = (diagnostic: Diagnostic) => reported.push(diagnostic);
  for await (const each of sessions([claude({ roots: [root] })], { report })) loaded.push(each);
  return loaded;
}

function texts(session: Session | undefined): string[] {
  return (session?.messages ?? []).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
}

function answer(id: string, text: string): string {
  const message = { id, role: "assistant", content: [{ type: "text", text }] };
  return prompt(text, { type: "assistant", message });
}

test("nothing in the store changes", async () => {
  const root = folderWith({
    "-p/s.jsonl": prompt("One") + answer("m1", "Two"),
    "-p/s/subagents/agent-a.jsonl": prompt("Three"),
    "-p/s/tool-results/x.txt": "output",
  });
  const before = stateOf(root);
  await read(root);
  expect(stateOf(root)).toEqual(before);
});

test("a document of another tool that is given is no session", async () => {
  const message = { type: "user", id: "u1", content: "Mend the fence" };
  const document = JSON.stringify({ updated: "2026-02-11", messages: [message] }, null, 2);
  const root = folderWith({ "fence.json": document, "s.json": prompt("One") });
  const reported: Diagnostic[] = [];
  expect(await read(join(root, "fence.json"), reported)).toEqual([]);
  expect(reported.map(({ code }) => code)).toEqual(["foreign-file"]);
  expect(await read(join(root, "s.json"))).toHaveLength(1);
});

test("a line of 50 MB is read, also when it is the first one", async () => {
  const long = "ä".repeat(25 * 1024 * 1024);
  const root = folderWith({ "-p/s.jsonl": prompt(long) + answer("m1", "after it") });
  const [loaded] = await read(root);
  expect(loaded?.ref).toMatchObject({
    cwd: "/home/mira/shop",
    startedAt: "2026-02-11T20:00:00.000Z",
  });
  expect(texts(loaded?.session).map((text) => text.length)).toEqual([long.length, 8]);
});

test("a title comes from a first prompt that an image makes long", async () => {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "" } };
  image.source.data = "A".repeat(300_000);
  const content = [image, { type: "text", text: "Why is the button there?" }];
  const command = "<command-name>/clear</command-name>";
  const root = folderWith({
    "-p/s.jsonl":
      prompt(command) +
      prompt("long", { message: { role: "user", content } }) +
      answer("m1", "Two"),
  });
  const [loaded] = await read(root);
  expect(loaded?.ref.title).toBe("Why is the button there?");
  expect(loaded?.session.title).toBe("Why is the button there?");
});

test("characters at the border of two chunks are not torn", async () => {
  const lines = Array.from({ length: 3000 }, (_, index) =>
    answer(`m${index}`, `€${"😀".repeat(index % 300)}`),
  );
  const [loaded] = await read(folderWith({ "-p/s.jsonl": lines.join("") }));
  const expected = lines.map((_, index) => `€${"😀".repeat(index % 300)}`);
  expect(texts(loaded?.session)).toEqual(expected);
});

test("a transcript that has grown since it was listed is read to its last whole line", async () => {
  const root = folderWith({ "-p/s.jsonl": prompt("One") });
  const source: Source = claude({ roots: [root] });
  const reported: Diagnostic[] = [];
  const context = {
    report: (diagnostic: Diagnostic) => reported.push(diagnostic),
    signal: new AbortController().signal,
  };
  for await (const ref of source.list(context)) {
    appendFileSync(join(root, "-p/s.jsonl"), `${answer("m1", "Two")}{"type":"user","mess`);
    const session = await source.load(ref, context);
    expect(texts(session)).toEqual(["One", "Two"]);
    expect(session.records).toEqual({ read: 3, kept: 2, malformed: 1 });
  }
  expect(reported).toMatchObject([{ code: "truncated-line", origin: { at: 3 } }]);
});

test("a last line without its newline is read when it is whole", async () => {
  const [loaded] = await read(folderWith({ "-p/s.jsonl": prompt("One").trimEnd() }));
  expect(texts(loaded?.session)).toEqual(["One"]);
  expect(loaded?.session.records).toEqual({ read: 1, kept: 1 });
});

test("a transcript that vanishes after listing is reported and hides no other one", async () => {
  const root = folderWith({ "-p/a.jsonl": prompt("A"), "-p/b.jsonl": prompt("B") });
  const source: Source = claude({ roots: [root] });
  const load: typeof source.load = (ref, context) => {
    const gone = { ...(ref.locator as object), path: join(root, "-p/gone.jsonl") };
    return source.load(ref.id === "a" ? { ...ref, locator: gone } : ref, context);
  };
  const reported: Diagnostic[] = [];
  const ids: string[] = [];
  const report = (diagnostic: Diagnostic) => reported.push(diagnostic);
  for await (const { session } of sessions([{ ...source, load }], { report })) ids.push(session.id);
  expect(ids).toEqual(["b"]);
  expect(reported).toMatchObject([{ code: "session-failed", session: "a" }]);
});

test("a sidecar that cannot be read does not hide its sub-agent", async () => {
  const sidecar = "-p/s/subagents/agent-a.meta.json";
  const root = folderWith({
    "-p/s.jsonl": prompt("One"),
    "-p/s/subagents/agent-a.jsonl": prompt("Two"),
    [sidecar]: "{}",
  });
  const source: Source = claude({ roots: [root] });
  const reported: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => reported.push(diagnostic);
  const context = { report, signal: new AbortController().signal };
  for await (const ref of source.list(context)) {
    rmSync(join(root, sidecar));
    const { subagents = [] } = await source.load(ref, context);
    expect(subagents.map(texts)).toEqual([["Two"]]);
  }
  expect(reported).toMatchObject([{ severity: "warning", code: "malformed-sidecar" }]);
});

test("the revision changes with the transcript, a sub-agent's and a tool result, and only then", async () => {
  const root = folderWith({ "-p/s.jsonl": prompt("One"), "-p/other.jsonl": prompt("Other") });
  const revision = async (id: string) =>
    (await read(root)).find(({ ref }) => ref.id === id)?.ref.revision;
  const seen = new Set([await revision("s")]);
  const other = await revision("other");
  expect(seen).toContain(await revision("s"));
  appendFileSync(join(root, "-p/s.jsonl"), answer("m1", "Two"));
  seen.add(await revision("s"));
  mkdirSync(join(root, "-p/s/subagents"), { recursive: true });
  writeFileSync(join(root, "-p/s/subagents/agent-a.jsonl"), prompt("Three"));
  seen.add(await revision("s"));
  mkdirSync(join(root, "-p/s/tool-results"));
  writeFileSync(join(root, "-p/s/tool-results/x.txt"), "output");
  seen.add(await revision("s"));
  expect(seen.size).toBe(4);
  expect(await revision("other")).toBe(other);
});

test("a link in the folder of large results leads nowhere outside it", async () => {
  const call = { type: "tool_use", id: "c1", name: "Bash", input: { command: "ls" } };
  const text = "<persisted-output>\nFull output saved to: /x/secret.txt\n</persisted-output>";
  const result = { type: "tool_result", tool_use_id: "c1", content: text };
  const root = folderWith({
    "secret.txt": "do not read me",
    "-p/s.jsonl":
      prompt("One") +
      prompt("Two", { type: "assistant", message: { id: "m", content: [call] } }) +
      prompt("Three", { message: { role: "user", content: [result] } }),
    "-p/s/tool-results/own.txt": "",
  });
  symlinkSync(join(root, "secret.txt"), join(root, "-p/s/tool-results/secret.txt"));
  const [loaded] = await read(join(root, "-p"));
  expect(JSON.stringify(loaded)).not.toContain("do not read me");
  expect(JSON.stringify(loaded)).toContain("outside of its folder");
});

test("an abort stops a session in the middle", async () => {
  const root = folderWith({ "-p/s.jsonl": prompt("One") });
  const controller = new AbortController();
  const source: Source = claude({ roots: [root] });
  const context = { report: () => {}, signal: controller.signal };
  for await (const ref of source.list(context)) {
    controller.abort();
    await expect(source.load(ref, context)).rejects.toThrow();
  }
});

test("names from the data cannot reach a prototype", async () => {
  const root = folderWith({
    "-p/s.jsonl":
      prompt("One") +
      `{"type":"__proto__","uuid":"x"}\n{"type":"attachment","attachment":{"type":"constructor"}}\n` +
      prompt("Two", {
        type: "assistant",
        message: {
          id: "m",
          content: [{ type: "tool_use", id: "c", name: "toString", input: null }],
        },
      }),
  });
  const [loaded] = await read(root);
  expect(loaded?.session.records).toMatchObject({ read: 4, kept: 2 });
  expect(Object.keys({}.constructor.prototype)).toEqual([]);
});

test("a time that is none is left out, in an archive it would cost its message", async () => {
  const root = folderWith({
    "-p/s.jsonl":
      prompt("One", { timestamp: "2026-02-11T20:00:0x.000Z" }) +
      prompt("Two", { timestamp: "2026-02-11T20:00:01.000Z" }) +
      prompt("Three", { timestamp: "9999-12-31T23:59:59-12:00" }),
  });
  const [loaded] = await read(root);
  expect(loaded?.session.messages.map(({ createdAt }) => createdAt)).toEqual([
    undefined,
    "2026-02-11T20:00:01.000Z",
    undefined,
  ]);
  expect(loaded?.ref.startedAt).toBe("2026-02-11T20:00:01.000Z");
});

test("a result whose call is not known for one stays", async () => {
  const call = { type: "tool_use_2", id: "t1", name: "Bash", input: {} };
  const result = { type: "tool_result", tool_use_id: "t1", content: "Nine files" };
  const root = folderWith({
    "-p/s.jsonl":
      prompt("One") +
      prompt("a", {
        type: "assistant",
        message: { id: "m1", role: "assistant", content: [call] },
      }) +
      prompt("r", { message: { role: "user", content: [result] } }),
  });
  const [loaded] = await read(root);
  const parts = loaded?.session.messages.flatMap((message) => message.parts);
  expect(parts).toMatchObject([
    { text: "One" },
    { type: "unknown", recordType: "block/tool_use_2" },
    { type: "tool-result", toolCallId: "t1", result: { content: [{ text: "Nine files" }] } },
  ]);
});

test.skipIf(process.platform === "win32")("nobody waits for what became a pipe", async () => {
  const root = folderWith({ "-p/s.jsonl": prompt("One"), "-p/t.jsonl": prompt("Two") });
  const reported: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => reported.push(diagnostic);
  const listed = await listSessions([claude({ roots: [root] })], { report });
  rmSync(join(root, "-p/s.jsonl"));
  execFileSync("mkfifo", [join(root, "-p/s.jsonl")]);
  const ids: string[] = [];
  for await (const { ref } of loadSessions(listed, { report })) ids.push(ref.id);
  expect(ids).toEqual(["t"]);
  expect(reported[0]).toMatchObject({ code: "session-failed", session: "s" });
});

test("a type that is no word is the type of an unknown record", async () => {
  const type = { toString: null, valueOf: null };
  const block = { type, id: "t1", name: type, input: {} };
  const root = folderWith({
    "-p/s.jsonl":
      prompt("One") +
      prompt("a", {
        type: "assistant",
        message: { id: "m1", role: "assistant", content: [block] },
      }) +
      prompt("b", { type, message: null }) +
      prompt("c", { type: "attachment", attachment: { type } }) +
      prompt("d", { type: "system", subtype: type, version: type }),
  });
  const reported: Diagnostic[] = [];
  const [loaded] = await read(root, reported);
  expect(texts(loaded?.session)).toEqual(["One"]);
  expect(loaded?.session.records).toMatchObject({ read: 5, kept: 2 });
  expect(new Set(reported.map(({ code }) => code))).toEqual(new Set(["unknown-record"]));
});

test("unknown records that follow each other keep their lines, and a flood of them shares messages", async () => {
  const waves = Array.from({ length: 11_500 }, (_, n) => `{"type":"wave","n":${n}}\n`);
  const linked = prompt("b", { type: "gull", uuid: "u2", parentUuid: null });
  const root = folderWith({
    "-p/s.jsonl": [prompt("One"), ...waves.slice(0, 3), linked, ...waves.slice(3)].join(""),
  });
  const reported: Diagnostic[] = [];
  const [loaded] = await read(root, reported);
  const { messages = [], records } = loaded?.session ?? {};
  expect(records).toMatchObject({ read: 11_502, kept: 1, unknown: { gull: 1, wave: 11_500 } });
  expect(messages.slice(1, 6).map(({ origin }) => origin?.at)).toEqual([2, 3, 4, 5, 6]);
  expect(messages.length).toBeLessThan(10_010);
  const kept = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "unknown" ? [part.native].flat() : [])),
  );
  const numbers = kept.flatMap((each) => (each as { n?: number }).n ?? []);
  expect(numbers).toEqual(waves.map((_, n) => n));
  expect(reported.map(({ code }) => code)).toEqual(["unknown-record", "unknown-record"]);
});

// An object with such fields cannot be made a text.
const textless = { toString: 1, valueOf: 1 };

test.each([
  ["type", { type: textless }],
  ["version", { version: textless, parentUuid: null }],
  ["type of a block", { message: { role: "user", content: [{ type: textless }] } }],
  ["tool", { type: "assistant", message: { content: [{ type: "tool_use", name: textless }] } }],
  ["result", { toolUseResult: textless }],
  ["type of an attachment", { type: "attachment", attachment: { type: textless } }],
  ["field that hides what all objects have", JSON.parse('{"__proto__":{"type":"summary"}}')],
])("a %s of another kind costs nothing else", async (_, fields) => {
  const reported: Diagnostic[] = [];
  const root = folderWith({
    "-p/s.jsonl": prompt("One") + prompt("-", fields) + answer("m", "Two"),
  });
  const [loaded] = await read(root, reported);
  expect(texts(loaded?.session)).toEqual(expect.arrayContaining(["One", "Two"]));
  expect(reported.filter(({ severity }) => severity === "error")).toEqual([]);
});

test("a version of a backup that is none costs nothing else", async () => {
  const backup = { backupFileName: "b@v1", version: textless };
  const root = folderWith({
    "projects/-p/s.jsonl":
      prompt("One") +
      prompt("-", {
        type: "file-history-snapshot",
        snapshot: { trackedFileBackups: { "a.ts": backup } },
      }),
    "file-history/s/b@v1": "a\n",
  });
  const names: unknown[] = [];
  for await (const { session } of sessions([claude({ roots: [root], fileHistory: true })]))
    names.push(session.attachments?.map(({ name }) => name));
  expect(names).toEqual([["a.ts (version object, undated)"]]);
});

test("fields of any name are kept", async () => {
  const extra = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
  const [loaded] = await read(folderWith({ "-p/s.jsonl": prompt("One", extra) }));
  const written = JSON.stringify(loaded?.session.messages[0]?.native);
  expect(written).toContain('"__proto__":{"a":1}');
  expect(written).toContain('"constructor":2');
});

test("the log of requests is kept when it is asked for, in vendor data alone", async () => {
  const log = { type: "api-request-blob", hash: "b1", message: { role: "user", content: "One" } };
  const lines = `${prompt("One")}${JSON.stringify(log)}\n${answer("m1", "Two")}`;
  const root = folderWith({ "-p/s.jsonl": lines, "-p/s/subagents/agent-a.jsonl": lines });
  for await (const { session } of sessions([claude({ roots: [root], requestLog: true })])) {
    expect(session.records).toEqual({ read: 3, kept: 3 });
    expect(session.native?.["request-log"]).toEqual([log]);
    expect(session.subagents?.map(({ native }) => native?.["request-log"])).toEqual([[log]]);
    expect(texts(session)).toEqual(["One", "Two"]);
  }
  const [{ session } = {}] = await read(root);
  expect(session?.records).toEqual({ read: 3, kept: 2, skipped: { "request-log": 1 } });
  expect(JSON.stringify(session)).not.toContain("api-request");
});
