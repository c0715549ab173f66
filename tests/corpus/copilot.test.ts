import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addTallies, type Session, sessions, tallyAddsUp, withSubagents } from "@chatexport/core";
import jsonl from "@chatexport/sink-jsonl";
import markdown from "@chatexport/sink-markdown";
import copilot from "@chatexport/source-copilot";
import { describe, expect, it } from "vitest";
import { exportAll, rendered } from "./export.js";

/*
 * The store of a real client of Copilot CLI: all of its texts are found again.
 */

const folder = fileURLToPath(
  new URL("../../../shared/corpus/real-agents/copilot", import.meta.url),
);
const home = join(folder, "home");

interface Said {
  marker: string;
  kind: string;
  session: string;
  stored: string[];
}

describe.skipIf(!existsSync(folder))("the store of a real client", () => {
  const { said }: { said: Said[] } = existsSync(folder)
    ? JSON.parse(readFileSync(join(folder, "said.json"), "utf8"))
    : { said: [] };
  const stored = said.filter((each) => each.stored.length > 0);

  it("has everything that was said, in each kind of document", async () => {
    const exported = await exportAll(copilot({ home }));
    expect(exported.diagnostics).toEqual([]);
    for (const kind of ["jsonl", "markdown", "html"] as const) {
      const text = exported.sessions.map((session) => session[kind]).join("\n");
      expect([kind, stored.filter(({ marker }) => !text.includes(marker))]).toEqual([kind, []]);
    }
    expect(stored.length).toBeGreaterThan(55);
  });

  it("has all but the instructions of the tool at the usual detail", async () => {
    const wanted = stored.filter(({ kind }) => kind !== "instructions");
    for (const sink of [jsonl(), markdown()]) {
      let text = "";
      for (const session of await loaded()) text += await rendered(sink, session, () => {});
      const missing = wanted.filter(({ marker }) => !text.includes(marker));
      expect([sink.name, missing]).toEqual([sink.name, []]);
    }
  });

  it("holds no name that is not known, and each record is counted", async () => {
    const all = (await loaded()).flatMap((session) => [...withSubagents(session)]);
    expect(all.every(({ records }) => tallyAddsUp(records))).toBe(true);
    const { read, unknown, unknownFields, malformed } = addTallies(
      all.map(({ records }) => records),
    );
    expect({ unknown, unknownFields, malformed }).toEqual({});
    expect(read).toBe(eventsOf().length);
  });

  it("has prompts and answers in the order in which they were said", async () => {
    const main = (await loaded()).find(({ subagents }) => subagents);
    const texts = (main?.messages ?? [])
      .flatMap(({ role, parts }) => (role === "system" ? [] : parts))
      .flatMap((part) => (part.type === "text" && !part.synthetic ? part.text : []));
    // In the file they stand in the order of time.
    const inFile = eventsOf(main?.id)
      .filter(({ agentId }) => agentId === undefined)
      .filter(({ type }) => type === "user.message" || type === "assistant.message")
      .flatMap(({ data }) => (data.content ? data.content : []));
    expect(texts).toEqual(inFile);
    const [child] = main?.subagents ?? [];
    expect(child?.parent).toMatchObject({ sessionId: main?.id, relation: "subagent" });
    const roles = child?.messages.flatMap(({ role, synthetic }) => (synthetic ? [] : role));
    expect(roles).toEqual(["user", "assistant", "assistant"]);
  });

  it("has the tokens that the client counted itself", async () => {
    for (const session of await loaded()) {
      const last = eventsOf(session.id).findLast(({ type }) => type === "session.shutdown");
      const { usage } = last?.data.modelMetrics["gpt-5.4"] ?? {};
      expect([session.id, session.usage]).toEqual([session.id, usage]);
      const messages = [...withSubagents(session)].flatMap((each) => each.messages);
      const sum = (name: "inputTokens" | "outputTokens" | "reasoningTokens") =>
        messages.reduce((total, message) => total + (message.usage?.[name] ?? 0), 0);
      expect({
        inputTokens: sum("inputTokens"),
        outputTokens: sum("outputTokens"),
        reasoningTokens: sum("reasoningTokens"),
      }).toEqual({
        inputTokens: usage.inputTokens,
        outputTokens: usage.outputTokens,
        reasoningTokens: usage.reasoningTokens,
      });
    }
  });
});

/** The records of one session, or of all. */
function eventsOf(id?: string) {
  const state = join(home, ".copilot/session-state");
  return readdirSync(state)
    .filter((name) => id === undefined || name === id)
    .flatMap((name) =>
      readFileSync(join(state, name, "events.jsonl"), "utf8")
        .trim()
        .split("\n"),
    )
    .map((line) => JSON.parse(line));
}

async function loaded(): Promise<Session[]> {
  const all: Session[] = [];
  for await (const { session } of sessions([copilot({ home })])) all.push(session);
  return all;
}
