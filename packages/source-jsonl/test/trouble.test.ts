import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contextFor, type SessionRef, type Source } from "@chatexport/core";
import { expect, test } from "vitest";
import jsonl from "../src/index.js";
import {
  fileIn,
  fileOf,
  folderWith,
  ids,
  linesOf,
  message,
  read,
  readChanged,
  sessionOf,
} from "./archive.js";

const id = "11111111-1111-4111-8111-111111111111";
const one = sessionOf(id);
const two = sessionOf("22222222-2222-4222-8222-222222222222");

const garbage = "\u0000\u0000\n";

/** A line with a field of its object replaced. */
function line(type: string, fields: object): string {
  return `${JSON.stringify({ type, ...fields })}\n`;
}

function headerLine(fields: object, more: object = {}): string {
  const { messages: _, ...header } = one;
  return line("session", { schemaVersion: 1, session: { ...header, ...fields }, ...more });
}

test("a line that is not JSON is left out, everything else is kept", async () => {
  const { session, listing, loading } = await readChanged(one, { 2: garbage });
  expect(ids(session?.messages)).toEqual(["two"]);
  expect(session?.records).toEqual(one.records);
  expect(listing).toEqual([]);
  expect(loading).toEqual(["warning malformed-line a.jsonl:2"]);
});

test("a file that is cut off within a line keeps what it has", async () => {
  const { session, loading } = await readChanged(one, { 3: '{"type":"mess', 4: "" });
  expect(ids(session?.messages)).toEqual(["one"]);
  expect(loading).toEqual([
    "warning truncated-line a.jsonl:3",
    "warning cut-off-session a.jsonl:3",
  ]);
});

test("a session without its end is cut off", async () => {
  const { session, loading } = await readChanged(one, { 4: "" });
  expect(session).toEqual(one);
  expect(loading).toEqual(["warning cut-off-session a.jsonl:3"]);
});

test("a session without its end does not take what follows it", async () => {
  const first = (await linesOf(one)).slice(0, -1).join("");
  const { sessions, loading } = await read(folderWith({ "a.jsonl": first + (await fileOf(two)) }));
  expect(sessions).toEqual([one, two]);
  expect(loading).toEqual(["warning cut-off-session a.jsonl:3"]);
});

test("an end that counts more messages than there are says how many are missing", async () => {
  const folder = folderWith({ "a.jsonl": (await linesOf(one)).toSpliced(1, 1).join("") });
  const messages: string[] = [];
  const context = contextFor({ report: ({ message }) => messages.push(message) }, {});
  const source: Source = jsonl({ roots: [folder] });
  for await (const ref of source.list(context)) await source.load(ref, context);
  expect(messages).toEqual([
    "The session is cut off: 1 of 2 messages are missing. A backup may have it whole.",
  ]);
});

test("an end that counts fewer messages, or none, is reported", async () => {
  const fewer = await readChanged(one, { 4: line("end", { messages: 1 }) });
  expect(fewer.session).toEqual(one);
  expect(fewer.loading).toEqual(["warning surplus-messages a.jsonl:4"]);
  const none = await readChanged(one, { 4: line("end", {}) });
  expect(none.session).toEqual(one);
  expect(none.loading).toEqual(["warning malformed-line a.jsonl:4"]);
});

test("a message that lacks what every reader needs is left out", async () => {
  const incomplete = [
    {},
    { message: [] },
    { message: { role: "user", parts: [] } },
    { message: { id: 1, role: "user", parts: [] } },
    { message: { id: "m", role: "robot", parts: [] } },
    { message: { id: "m", role: "user" } },
    { message: { id: "m", role: "user", parts: ["text"] } },
    { message: { id: "m", role: "user", parts: [{ text: "no type" }] } },
    { message: { id: "m", role: "user", parts: [{ type: "tool-call", result: {} }] } },
    { message: { id: "m", role: "user", parts: [] }, branch: 1 },
  ];
  for (const fields of incomplete) {
    const { session, loading } = await readChanged(one, { 2: line("message", fields) });
    expect(ids(session?.messages)).toEqual(["two"]);
    expect(loading).toEqual(["warning malformed-line a.jsonl:2"]);
  }
});

test("a message with a field of another type than the model says is left out", async () => {
  const text = { type: "text", text: "kiln" };
  const call = { type: "tool-call", id: "c", kind: "other", name: "Bash", status: "completed" };
  const wrong = [
    { createdAt: 12345 },
    { createdAt: "\u001b]0;title\u0007" },
    { model: { name: "claude" } },
    { usage: { inputTokens: "many" } },
    { parts: [{ ...text, text: 5 }] },
    { parts: [{ type: "toString" }] },
    { parts: [{ ...call, kind: "constructor" }] },
    { parts: [{ ...call, result: { content: [{ type: "text" }], isError: false } }] },
    { parts: [{ ...call, kind: "edit", edits: [{ path: "a", kind: "update", after: 1 }] }] },
  ];
  for (const fields of wrong) {
    const message = { id: "m", role: "user", parts: [text], ...fields };
    const { session, loading } = await readChanged(one, { 2: line("message", { message }) });
    expect(ids(session?.messages)).toEqual(["two"]);
    expect(loading).toEqual(["warning malformed-line a.jsonl:2"]);
  }
});

test("results that hold each other without end are left out", async () => {
  const deep = `${'{"type":"tool-result","result":{"content":['.repeat(20_000)}${"]}}".repeat(20_000)}`;
  const text = `{"type":"message","message":{"id":"m","role":"user","parts":[${deep}]}}\n`;
  const { session, loading } = await readChanged(one, { 2: text });
  expect(ids(session?.messages)).toEqual(["two"]);
  expect(loading).toEqual(["warning malformed-line a.jsonl:2"]);
});

test("messages of a branch that the session does not name are kept as an orphan", async () => {
  const branched = { branch: "b", message: message("three") };
  const more =
    line("message", branched) + line("message", { ...branched, message: message("four") });
  const { session, loading } = await readChanged(one, { 4: more + line("end", { messages: 4 }) });
  expect(session).toEqual({
    ...one,
    branches: [{ id: "b", reason: "orphan", messages: [message("three"), message("four")] }],
  });
  expect(loading).toEqual(["warning unnamed-branch a.jsonl:4"]);
});

test("a line of an unknown type is named and left out", async () => {
  const { session, loading } = await readChanged(one, {
    2: line("note", {}) + line("message", { message: message("one") }),
  });
  expect(session).toEqual(one);
  expect(loading).toEqual(["warning unknown-line a.jsonl:2"]);
});

test("lines before the first session and after the last one are in no session", async () => {
  const stray = line("message", { message: message("stray") }) + line("end", { messages: 1 });
  const file = stray + (await fileOf(one)) + stray;
  const { sessions, listing, loading } = await read(folderWith({ "a.jsonl": file }));
  expect(sessions).toEqual([one]);
  expect(listing).toEqual(["warning line-without-session a.jsonl:1"]);
  expect(loading).toEqual(["warning line-without-session a.jsonl:7"]);
  const alone = await read(folderWith({ "b.jsonl": `\n${stray}` }));
  expect(alone.listing).toEqual(["warning line-without-session b.jsonl:2"]);
});

test("a damaged line of a session hides it, with its place, and no other one", async () => {
  const damaged = [
    '{"type":"session","schemaVersion":1,"session":{"id":"x\n',
    headerLine({ id: 1 }),
    headerLine({ source: null }),
    headerLine({ format: undefined }),
    headerLine({ records: { read: 1 } }),
    headerLine({ records: { read: 1, kept: 1, skipped: { progress: "1" } } }),
    headerLine({ origin: "/home/mira" }),
    headerLine({ branches: [{ reason: "edit" }] }),
    headerLine({ updatedAt: "\u001b[2J" }),
    headerLine({ title: ["kiln"] }),
    headerLine({ project: { name: 1 } }),
    headerLine({}, { depth: "deep" }),
    headerLine({}, { session: [] }),
    headerLine({}, { schemaVersion: undefined }),
  ];
  const body = (await linesOf(one)).slice(1).join("");
  for (const header of damaged) {
    const file = (await fileOf(two)) + header + body + (await fileOf({ ...two, id: "last" }));
    const { sessions, listing, loading } = await read(folderWith({ "a.jsonl": file }));
    expect(sessions).toEqual([two, { ...two, id: "last" }]);
    expect(listing).toEqual(["error malformed-session a.jsonl:5"]);
    expect(loading).toEqual([]);
  }
});

test("a damaged beginning of a file hides no session after it", async () => {
  const [header = "", ...body] = await linesOf(one);
  for (const damaged of [
    header.slice(40),
    `\0${header}`,
    header.replace('"type"', '"tyqe"'),
    "x\n",
  ]) {
    const file = damaged + body.join("") + (await fileOf(two));
    const { sessions, listing } = await read(folderWith({ "a.jsonl": file }));
    expect(sessions).toEqual([two]);
    expect(listing).toEqual(["warning line-without-session a.jsonl:1"]);
  }
});

test("a line of a session that is cut off is the last of its file", async () => {
  const file = `${await fileOf(one)}{"type":"session","schemaVersion":1,"sess`;
  const { sessions, listing } = await read(folderWith({ "a.jsonl": file }));
  expect(sessions).toEqual([one]);
  expect(listing).toEqual(["warning truncated-line a.jsonl:5"]);
});

test("a session of a newer version is not listed", async () => {
  const newer = headerLine({ shape: "unheard of" }, { schemaVersion: 2 });
  const { sessions, listing } = await read(folderWith({ "a.jsonl": newer + (await fileOf(two)) }));
  expect(sessions).toEqual([two]);
  expect(listing).toEqual(["error newer-schema a.jsonl:1"]);
});

test("files of other programs are named and left alone", async () => {
  const foreign = {
    "a.jsonl": '{"type":"user","uuid":"u","message":{"role":"user","content":"Hi"}}\n',
    "b.jsonl": '{"type":"session","version":3,"id":"x"}\n{"type":"message","id":"m"}\n',
    "c.jsonl": '{"type":"message","id":"m","message":{"role":"user"}}\n',
    "d.jsonl": "",
    "e.jsonl": "\n \n",
    "f.jsonl": "prose\n",
    "g.jsonl": '{"session":"x"}\n',
    "h.jsonl": headerLine({}, { schemaVersion: "1" }),
    "i.jsonl": '{"type":"session", oh no\n',
  };
  const { refs, listing } = await read(folderWith(foreign));
  expect(refs).toEqual([]);
  expect(listing).toEqual(Object.keys(foreign).map((name) => `info foreign-file ${name}`));
});

test("a file in a dialect that cannot be read back says where to read instead", async () => {
  const titled = { ...one, title: 'Why "messages":[{"id":1}] is wrong' };
  const folder = folderWith({
    "ai-sdk.jsonl": await fileIn("ai-sdk", titled),
    "atif.jsonl": await fileIn("atif", titled),
    "openai.jsonl": await fileIn("openai", titled),
    "session-trace.jsonl": await fileIn("session-trace", titled),
    "otlp.jsonl": await fileIn("otlp", titled),
    "others.jsonl": '\n{ "messages": [ { "role": "user", "content": "Hi" } ] }\n',
  });
  const { refs, listing } = await read(folder);
  expect(refs).toEqual([]);
  expect(listing).toEqual([
    "warning unreadable-dialect ai-sdk.jsonl",
    "warning unreadable-dialect atif.jsonl",
    "warning unreadable-dialect openai.jsonl",
    "warning unreadable-dialect others.jsonl",
    "warning unreadable-dialect otlp.jsonl",
    "warning unreadable-dialect session-trace.jsonl",
  ]);
  const messages: string[] = [];
  const context = contextFor({ report: ({ message }) => messages.push(message) }, {});
  for await (const _ of jsonl({ roots: [join(folder, "openai.jsonl")] }).list(context));
  expect(messages).toEqual([
    "The file is in the dialect openai, which keeps too little of a session to read it back, and was left out. Read the store of the tool itself, or what was exported without the option dialect.",
  ]);
});

test("a session that speaks of other dialects is read", async () => {
  const titled = { ...one, title: '{"messages":[{"role":"user"}]}' };
  const { sessions, listing } = await read(folderWith({ "a.jsonl": await fileOf(titled) }));
  expect(sessions).toEqual([titled]);
  expect(listing).toEqual([]);
});

test("keys that another program added to the line of a session are ignored", async () => {
  const added = headerLine({}, { harness: "claude", id: "x", name: "A title" });
  const rest = (await linesOf(one)).slice(1).join("");
  const { sessions, listing } = await read(folderWith({ "a.jsonl": added + rest }));
  expect(sessions).toEqual([one]);
  expect(listing).toEqual([]);
});

test("a file that has changed since it was listed is not taken for another session", async () => {
  const folder = folderWith({ "a.jsonl": await fileOf(one, two) });
  const source: Source = jsonl({ roots: [folder] });
  const context = contextFor({}, {});
  const refs: SessionRef[] = [];
  for await (const ref of source.list(context)) refs.push(ref);
  writeFileSync(join(folder, "a.jsonl"), await fileOf(two, one));
  for (const ref of refs) await expect(source.load(ref, context)).rejects.toThrow("has changed");
});

test("a link to nowhere is named", async () => {
  const folder = folderWith({ "a.jsonl": await fileOf(one) });
  symlinkSync(join(folder, "gone"), join(folder, "b.jsonl"));
  const { refs, listing } = await read(folder);
  expect(ids(refs)).toEqual([one.id]);
  expect(listing).toEqual(["error unreadable-file b.jsonl"]);
});

test.skipIf(process.getuid?.() === 0)("what cannot be read is named", async () => {
  const folder = folderWith({ "a.jsonl": await fileOf(one), "b/c.jsonl": await fileOf(two) });
  chmodSync(join(folder, "a.jsonl"), 0);
  chmodSync(join(folder, "b"), 0);
  const { refs, listing } = await read(folder);
  chmodSync(join(folder, "b"), 0o700);
  expect(refs).toEqual([]);
  expect(listing.sort()).toEqual(["error unreadable-file a.jsonl", "error unreadable-folder b"]);
});
