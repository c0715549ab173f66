import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Diagnostic,
  type Session,
  sessions,
  tallyAddsUp,
  withSubagents,
} from "@chatexport/core";
import { describe, expect, test } from "vitest";
import claude from "../src/index.js";
import { parseSession } from "../src/parse-session.js";
import { folderWith, prompt } from "./store.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
const transcripts = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".jsonl") && !/history|journal/.test(basename(path)),
);

/** True when a diagnostic is about files beside a transcript. */
function isBeside(code: string): boolean {
  return code === "transcript-alone" || code === "missing-tool-output";
}

/**
 * The session that the source reads from a transcript that nothing lies beside; undefined when it
 * lists none.
 */
async function loaded(path: string) {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const source = claude({ roots: [path], empty: true });
  const note = (session: Session) => session;
  for await (const { noted } of sessions([source], { note, report }))
    return { session: noted, diagnostics };
  return undefined;
}

test("a transcript alone is the same session with and without a host", async () => {
  let count = 0;
  for (const name of transcripts) {
    const text = readFileSync(join(fixtures, name), "utf8");
    const folder = folderWith({ [basename(name)]: text });
    const path = join(folder, basename(name));
    const expected = await loaded(path);
    const diagnostics: Diagnostic[] = [];
    const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
    const session = parseSession(text, { path, report });
    for (const { records } of withSubagents(session)) expect(tallyAddsUp(records), name).toBe(true);
    if (!expected) continue;
    count++;
    // What a session came out of is known once all of a store are listed.
    const { parent: _, ...own } = expected.session;
    // The name of its folder stands for a project that no record names.
    if (own.cwd === undefined) delete own.project;
    // In a damaged line, only a list looks for the folder.
    const isDamaged = own.records?.malformed === own.records?.read;
    if (isDamaged) for (const field of ["cwd", "project"] as const) delete own[field];
    expect(session, name).toEqual(own);
    const codesOf = (all: Diagnostic[]) =>
      all.map(({ code }) => code).filter((code) => !isBeside(code));
    expect(codesOf(diagnostics), name).toEqual(codesOf(expected.diagnostics));
    expect(parseSession(text.split("\n"), { path }), name).toEqual(session);
  }
  expect(count).toBeGreaterThan(50);
});

describe("a transcript without a path", () => {
  test("has the id that its records name, and no place", () => {
    const diagnostics: Diagnostic[] = [];
    const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
    const session = parseSession(["no record", prompt("Go on.")], { report });
    expect(session).toMatchObject({ id: "s", title: "Go on", origin: {} });
    expect(session.messages[1]?.origin).toEqual({ at: 2 });
    expect(diagnostics.map(({ code, origin }) => [code, origin])).toEqual([
      ["malformed-line", { at: 1 }],
    ]);
  });

  test("is that of a sub-agent where all records are of one", () => {
    expect(parseSession(prompt("Look.", { isSidechain: true, agentId: "a1" })).id).toBe("agent-a1");
  });

  test("has an id also where no record names one, and the same each time", () => {
    const line = prompt("Go on.", { sessionId: undefined });
    expect(parseSession(line).id).toMatch(/^[\da-f]{8}$/);
    expect(parseSession(line)).toEqual(parseSession(line));
    expect(parseSession("").messages).toEqual([]);
  });
});

test("says how much lies in other files", () => {
  const call = (id: string, name: string, input: object) => ({
    type: "assistant",
    uuid: id,
    sessionId: "s",
    message: { id, role: "assistant", content: [{ type: "tool_use", id, name, input }] },
  });
  const result = {
    type: "user",
    uuid: "r",
    sessionId: "s",
    message: {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "b",
          content:
            "<persisted-output>\nOutput too large. Full output saved to: /x/tool-results/b.txt\n\nPreview:\n1\n</persisted-output>",
        },
      ],
    },
  };
  const records = [
    call("a", "Task", { prompt: "Look." }),
    call("b", "Bash", { command: "ls" }),
    result,
  ];
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  parseSession(
    records.map((record) => JSON.stringify(record)),
    { report },
  );
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    [
      "transcript-alone",
      "Only the transcript was read. Missing, in files beside it: 1 sub-agent, 1 whole output.",
    ],
  ]);
});

test("a result that names no call has no invented id", () => {
  const record = {
    type: "user",
    uuid: "r",
    sessionId: "s",
    message: { role: "user", content: [{ type: "tool_result", content: "Seven jars" }] },
  };
  expect(parseSession(JSON.stringify(record)).messages[0]?.parts).toMatchObject([
    { type: "tool-result", toolCallId: "", result: { content: [{ text: "Seven jars" }] } },
  ]);
});
