import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";

/** The content of a line of a transcript: a record, or what a crash left of one. */
const line = fc.record({
  kind: fc.constantFrom(
    "prompt",
    "answer",
    "thinking",
    "call",
    "result",
    "image",
    "compaction",
    "title",
    "torn",
    "zeros",
    "foreign",
  ),
  /** The number of records between it and its parent. */
  back: fc.nat(3),
  text: fc.string({ unit: "grapheme", maxLength: 12 }),
  end: fc.constantFrom("\n", "\n", "\n", "\r\n"),
});

const session = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  mark: fc.boolean(),
  hasEnd: fc.boolean(),
  agents: fc.nat(2),
  outputs: fc.nat(1),
});

/** Sessions of one project, as a store of Claude Code may have them. */
export const sessions = fc.array(session, { minLength: 1, maxLength: 3 });

type Session = typeof session extends fc.Arbitrary<infer Value> ? Value : never;

function uuid(session: number, number: number): string {
  return `${String(session).padStart(8, "0")}-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

function transcript({ lines, mark, hasEnd }: Session, number: number): string {
  const id = uuid(number, 0);
  const call = (at: number) => `toolu_${number}_${at}`;
  let calls = 0;
  const written = lines.map(({ kind, back, text, end }, index) => {
    const at = index + 1;
    const parentUuid = at - 1 - back > 0 ? uuid(number, at - 1 - back) : null;
    const time = new Date(Date.UTC(2026, 10, 1, 12, number, at)).toISOString();
    const record = (type: string, content: unknown, more = {}) =>
      JSON.stringify({
        ...{ parentUuid, isSidechain: false, cwd: "/home/mira/tea", sessionId: id },
        ...{ version: "2.1.330", type, uuid: uuid(number, at), timestamp: time },
        message: { role: type, content, ...(type === "assistant" && { id: `msg_${at}` }) },
        ...more,
      });
    const image = { type: "base64", media_type: "image/png", data: "AAAA" };
    const lineOf = {
      prompt: () => record("user", `Prompt ${text}`),
      answer: () => record("assistant", [{ type: "text", text: `Answer ${text}` }]),
      thinking: () =>
        record("assistant", [{ type: "thinking", thinking: text, signature: "c2ln" }]),
      call: () =>
        record("assistant", [
          { type: "tool_use", id: call(++calls), name: "Bash", input: { text } },
        ]),
      result: () =>
        record("user", [
          { type: "tool_result", tool_use_id: call(calls), content: text.repeat(30) },
        ]),
      image: () =>
        record("user", [
          { type: "text", text },
          { type: "image", source: image },
        ]),
      compaction: () =>
        record("system", text, { subtype: "compact_boundary", parentUuid: null, content: text }),
      title: () => JSON.stringify({ type: "custom-title", customTitle: text, sessionId: id }),
      torn: () => record("assistant", [{ type: "text", text }]).slice(0, -9),
      zeros: () => `\0\0\0\0${record("user", text)}`,
      foreign: () => record("user", text).replaceAll(id, uuid(99, 0)),
    };
    return lineOf[kind]() + end;
  });
  const whole = (mark ? "\ufeff" : "") + written.join("");
  return hasEnd ? whole : whole.trimEnd();
}

/** Writes sessions into a new home folder. */
export function makeHome(sessions: readonly Session[]): string {
  const home = mkdtempSync(join(tmpdir(), "chatexport-random-"));
  const config = join(home, ".claude");
  const project = join(config, "projects/-home-mira-tea");
  mkdirSync(project, { recursive: true });
  for (const [index, session] of sessions.entries()) {
    const id = uuid(index + 1, 0);
    writeFileSync(join(project, `${id}.jsonl`), transcript(session, index + 1));
    const write = (folder: string, name: string, content: string) => {
      mkdirSync(join(project, id, folder), { recursive: true });
      writeFileSync(join(project, id, folder, name), content);
    };
    for (let agent = 0; agent < session.agents; agent++)
      write("subagents", `agent-${agent}.jsonl`, transcript(session, index + 1));
    for (let output = 0; output < session.outputs; output++)
      write("tool-results", `toolu_${output}.txt`, "out\n");
  }
  const rows = sessions.map((_, index) => ({
    ...{
      display: "Prompt",
      project: "/home/mira/tea",
      timestamp: 1,
      sessionId: uuid(index + 1, 0),
    },
  }));
  writeFileSync(join(config, "history.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
  const entries = rows.map(({ sessionId }) => ({ sessionId, firstPrompt: "Prompt" }));
  writeFileSync(
    join(project, "sessions-index.json"),
    JSON.stringify({ version: 1, entries }, null, 1),
  );
  return home;
}
