import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  contextFor,
  type Diagnostic,
  type FilePart,
  type Session,
  type SessionRef,
  type Source,
} from "@chatexport/core";
import { expect, test } from "vitest";
import { unownedRows } from "../src/formats/history/list-history.js";
import type { FoundSession } from "../src/head/locator.js";
import claude from "../src/index.js";
import { folderWith, prompt, stateOf } from "./store.js";

const gone = "33333333-3333-4333-8333-333333333333";
const other = "44444444-4444-4444-8444-444444444444";
const transcriptPath =
  ".claude/projects/-home-mira-shop/11111111-1111-4111-8111-111111111111.jsonl";

test("each line of the history is in a session or among the rows that none owns", async () => {
  const lines = [
    `\uFEFF${row("Sort the orders", { sessionId: gone })}`,
    row("Rename the shop", { sessionId: "11111111-1111-4111-8111-111111111111" }),
    row("Newest first", { sessionId: other }).replace("\n", "\r\n"),
    "\n",
    "7\n",
    '{"display":"cut\n',
    '{"version":2}\n',
    row("", { sessionId: gone }),
    row("No id, but said while the transcript was written"),
    row("No id and no transcript", { timestamp: Date.parse("2025-10-08T09:00:00Z") }),
    row("Nothing else", { timestamp: undefined, project: undefined }),
    '{"display":"the last li',
  ];
  const home = homeWith(lines.join(""), { [transcriptPath]: prompt("Rename the shop") });
  const sessions = await read(home);
  const history = sessions.filter(({ session }) => session.format === "claude/history");
  const unowned = unownedRows(
    configFolder(home),
    sessions.map(({ ref }) => ref as FoundSession),
  );

  expect(history.map(({ session }) => session.records.read)).toEqual([1, 1, 1, 1, 3]);
  expect(history.at(-1)?.session.records).toEqual({ read: 3, kept: 0, malformed: 3 });
  expect(unowned).toEqual({
    read: 4,
    kept: 0,
    skipped: { empty: 1, "in-transcript": 2 },
    unknown: { "history-row": 1 },
  });
  const inSessions = history.reduce((sum, { session }) => sum + session.records.read, 0);
  expect(inSessions + (unowned?.read ?? 0)).toBe(lines.length - 1);
});

test("what is left of a damaged row is in the session that it names", async () => {
  const cut = row("Sort the orders", { sessionId: gone }).replace('{"display":"Sort', "");
  const bytes = Buffer.from(row("Newest first", { sessionId: other }));
  bytes[12] = 0xff;
  const home = homeWith("");
  writeFileSync(historyOf(home), Buffer.concat([Buffer.from(cut), bytes]));
  const damaged = (await read(home)).map(({ ref, session }) => {
    const parts = session.messages.flatMap((message) => message.parts);
    return [ref.id, parts.filter((part) => "code" in part && part.code === "damaged-record")];
  });
  const notice = (text: string) => [expect.objectContaining({ native: { text } })];
  expect(Object.fromEntries(damaged)).toEqual({
    [gone]: notice(cut.trimEnd()),
    [other]: notice("ff"),
  });
});

test("a transcript that is a copy of another one has its prompts in that one", async () => {
  const [first, second] = [1, 2].map((digit) => `aaaaaaaa-0000-4000-8000-00000000000${digit}`);
  const copied = prompt("Rename the shop", { sessionId: other, uuid: first });
  const answer = prompt("To what?", { type: "assistant", uuid: second, parentUuid: first });
  const home = homeWith(row("Rename the shop", { sessionId: other }), {
    [transcriptPath]: copied + answer,
    [transcriptPath.replace(/1{8}-.*(?=\.)/, other)]: copied,
  });
  expect((await read(home)).map(({ session }) => session.format)).toEqual(["claude/jsonl"]);
});

test("a session that lost its transcript keeps the title that was typed", async () => {
  const rows = ["Sort the orders", "/rename", "/rename  The orders of May", "Newest first"];
  const home = homeWith(rows.map((text) => row(text, { sessionId: gone })).join(""));
  const [found] = await read(home);
  expect(found?.ref.title).toBe("The orders of May");
  expect(found?.session).toMatchObject({ title: "The orders of May", titleFrom: "user" });
});

test("nobody types into a sub-agent", async () => {
  const agent = (time: string) =>
    prompt(`Count, ${time}`, { sessionId: gone, isSidechain: true, timestamp: time });
  const home = homeWith(row("Sort the orders"), {
    [`.claude/projects/-home-mira-shop/${gone}/subagents/agent-a1.jsonl`]:
      agent("2026-02-11T19:59:00.000Z") + agent("2026-02-11T20:05:00.000Z"),
  });
  const formats = (await read(home)).map(({ session }) => session.format);
  expect(formats.sort()).toEqual(["claude/history", "claude/jsonl"]);
});

test("a session keeps its revision when others write prompts", async () => {
  const home = homeWith(row("Sort the orders", { sessionId: gone }));
  const [before] = await read(home);
  appendFileSync(historyOf(home), row("Newest first", { sessionId: other }));
  const [after] = (await read(home)).filter(({ ref }) => ref.id === gone);
  expect(after?.ref.revision).toBe(before?.ref.revision);
  appendFileSync(historyOf(home), row("And the oldest last", { sessionId: gone }));
  const [longer] = (await read(home)).filter(({ ref }) => ref.id === gone);
  expect(longer?.ref.revision).not.toBe(before?.ref.revision);
  expect(longer?.session.messages.map(({ id }) => id)).toEqual(["prompts-only", "row-1", "row-3"]);
});

test("nothing outside of the caches is read for a paste", async () => {
  const pastes = ["../secret", "/etc/hostname", "link", "folder", "large", "..", ""];
  const pastedContents = Object.fromEntries(
    pastes.map((contentHash, index) => [String(index), { type: "text", contentHash }]),
  );
  const home = homeWith(
    row("Look at this", { sessionId: gone, pastedContents }) +
      row("[Image #1]", { sessionId: gone }) +
      row("[Image #1]", { sessionId: "../.." }),
    {
      ".claude/secret.txt": "secret",
      ".claude/1.png": "secret",
      ".claude/elsewhere/1.png": "secret",
      ".claude/image-cache/a/2.png": "",
      ".claude/paste-cache/large.txt": "x".repeat(8 * 1024 * 1024 + 1),
    },
  );
  mkdirSync(join(home, ".claude/paste-cache/folder.txt"));
  symlinkSync(join(home, ".claude/secret.txt"), join(home, ".claude/paste-cache/link.txt"));
  symlinkSync(join(home, ".claude/elsewhere"), join(home, ".claude/image-cache", gone));
  const state = stateOf(home);
  const files = (await read(home)).flatMap(({ session }) => filesOf(session));
  expect(files.map(({ missing }) => missing).sort()).toEqual([
    "larger than 8 MiB",
    "not a plain name",
    "not a plain name",
    "not a plain name",
    "not a plain name",
    "not a regular file",
    "not stored",
    "outside of its folder",
    "outside of its folder",
  ]);
  expect(files.every(({ text, data }) => text === undefined && data === undefined)).toBe(true);
  expect(stateOf(home)).toEqual(state);
});

test("pastes of any shape are kept", async () => {
  const shapes = [
    "as text",
    { content: "without a type" },
    { type: "image", content: "aGVsbG8=", mediaType: "image/jpeg" },
    { type: "image", content: "no base64!" },
    { type: "video", id: 9 },
    5,
    null,
  ];
  const home = homeWith(
    row("All of it", { sessionId: gone, pastedContents: shapes }) +
      row("[Pasted text #8 +2 lines]", { sessionId: gone, pastedContents: null }) +
      row("", { sessionId: gone, pastedContents: "alone" }),
  );
  const [found] = await read(home);
  const parts = found?.session.messages.flatMap(({ parts }) => parts) ?? [];
  expect(parts.slice(1).filter(({ type }) => type !== "text")).toEqual([
    textFile("Pasted text #0", { text: "as text" }),
    textFile("Pasted text #1", { text: "without a type" }),
    {
      type: "file",
      mediaType: "image/jpeg",
      name: "Image #2",
      data: "aGVsbG8=",
      from: "upload",
    },
    {
      type: "file",
      name: "Image #3",
      missing: "not in base64",
      from: "upload",
      native: { content: "no base64!" },
    },
    { type: "unknown", recordType: "pasted/video", native: { type: "video", id: 9 } },
    { type: "unknown", recordType: "pasted/(none)", native: 5 },
    { type: "unknown", recordType: "pasted/(none)", native: null },
    textFile("Pasted text #8", { missing: "not stored" }),
    textFile("Pasted text #0", { text: "alone" }),
  ]);
  expect(found?.diagnostics.map(({ code, origin }) => [code, origin?.at])).toEqual([
    ["missing-paste", 1],
  ]);
});

test("a history that somebody rewrites between listing and loading is not mixed up", async () => {
  const home = homeWith(
    row("Sort the orders", { sessionId: gone }) + row("Newest first", { sessionId: other }),
  );
  const source: Source = claude({ home });
  const context = contextFor({}, {});
  const refs: SessionRef[] = [];
  for await (const ref of source.list(context)) refs.push(ref);
  rmSync(historyOf(home));
  writeFileSync(historyOf(home), row("Newest first", { sessionId: other }));
  const [left, lost] = ["Newest first", "Sort the orders"].map((text) =>
    refs.find(({ title }) => title === text),
  );
  if (!left || !lost) throw new Error("both are listed");
  await expect(source.load(lost, context)).rejects.toThrow("history was changed");
  expect((await source.load(left, context)).records).toEqual({ read: 1, kept: 1 });
});

test("prompts of early versions in .claude.json stay alone, for they lie beside credentials", async () => {
  const projects = {
    "/home/mira/shop": { history: [{ display: "Do not read", pastedContents: {} }] },
  };
  const home = homeWith(row("Sort the orders", { sessionId: gone }), {
    ".claude.json": JSON.stringify({ projects }),
    ".claude/.claude.json": JSON.stringify({ projects }),
  });
  expect((await read(home)).map(({ ref }) => ref.title)).toEqual(["Sort the orders"]);
});

test("a line that a chunk cuts is read whole", async () => {
  const long = "é".repeat(800_000);
  const home = homeWith(
    [long, "short", long].map((text) => row(text, { sessionId: gone })).join(""),
  );
  const [found] = await read(home);
  const texts = found?.session.messages.slice(1).map(({ parts: [part] }) => part);
  expect(texts).toEqual([long, "short", long].map((text) => ({ type: "text", text })));
});

function row(display: string, more: object = {}): string {
  const timestamp = Date.parse("2026-02-11T20:00:00Z");
  return `${JSON.stringify({ display, pastedContents: {}, timestamp, project: "/home/mira/shop", ...more })}\n`;
}

function homeWith(history: string, files: Record<string, string> = {}): string {
  return folderWith({
    ".claude/history.jsonl": history,
    ".claude/projects/-home-mira-shop/notes.txt": "",
    ...files,
  });
}

function historyOf(home: string): string {
  return join(home, ".claude/history.jsonl");
}

function configFolder(home: string) {
  return {
    path: join(home, ".claude"),
    history: { path: historyOf(home), size: 0, modified: 0, changed: 0 },
  };
}

async function read(
  home: string,
): Promise<{ ref: SessionRef; session: Session; diagnostics: Diagnostic[] }[]> {
  const source: Source = claude({ home });
  const read = [];
  for await (const ref of source.list(contextFor({}, {}))) {
    const diagnostics: Diagnostic[] = [];
    const context = contextFor({ report: (diagnostic) => diagnostics.push(diagnostic) }, {});
    read.push({ ref, session: await source.load(ref, context), diagnostics });
  }
  return read;
}

function filesOf(session: Session): FilePart[] {
  return session.messages
    .flatMap(({ parts }) => parts)
    .filter((part): part is FilePart => part.type === "file");
}

function textFile(name: string, content: Partial<FilePart>): FilePart {
  return { type: "file", mediaType: "text/plain", name, ...content, from: "upload" };
}

test("a history of which no line can be read is named", async () => {
  const text = row("Sort the orders", { sessionId: gone });
  const home = folderWith({});
  mkdirSync(join(home, ".claude"));
  writeFileSync(join(home, ".claude/history.jsonl"), Buffer.from(`${text}${text}`, "utf16le"));
  const reported: Diagnostic[] = [];
  const context = contextFor({ report: (one) => reported.push(one) }, {});
  for await (const _ of claude({ home }).list(context));
  expect(reported).toMatchObject([
    {
      severity: "warning",
      code: "malformed-line",
      origin: { path: join(home, ".claude/history.jsonl") },
    },
  ]);
});
