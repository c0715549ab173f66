import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addTallies, type Session, sessions, tallyAddsUp, withSubagents } from "@chatexport/core";
import jsonl from "@chatexport/sink-jsonl";
import markdown from "@chatexport/sink-markdown";
import opencode from "@chatexport/source-opencode";
import { openDatabase } from "@chatexport/sqlite";
import { describe, expect, it } from "vitest";
import { exportAll, rendered } from "./export.js";

/*
 * The store of a real client of OpenCode: all of its texts are found again.
 */

const folder = fileURLToPath(
  new URL("../../../shared/corpus/real-agents/opencode", import.meta.url),
);
const home = join(folder, "home");

interface Said {
  marker: string;
  note?: string;
  stored: string[];
}

describe.skipIf(!existsSync(folder))("the store of a real client", () => {
  const { said }: { said: Said[] } = existsSync(folder)
    ? JSON.parse(readFileSync(join(folder, "said.json"), "utf8"))
    : { said: [] };
  const stored = said.filter((each) => each.stored.length > 0);

  it("has everything that was said, in each kind of document", async () => {
    const exported = await exportAll(opencode({ home }));
    expect(exported.diagnostics).toEqual([]);
    for (const kind of ["jsonl", "markdown", "html"] as const) {
      const text = exported.sessions.map((session) => session[kind]).join("\n");
      expect([kind, stored.filter(({ marker }) => !text.includes(marker))]).toEqual([kind, []]);
    }
    expect(stored.length).toBeGreaterThan(70);
  });

  it("has all but what was taken back at the usual detail", async () => {
    const wanted = stored.filter(({ note }) => note !== "abandoned");
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
    const { unknown, unknownFields, malformed } = addTallies(all.map(({ records }) => records));
    expect({ unknown, unknownFields, malformed }).toEqual({});
  });

  it("has the tokens that the client counted itself", async () => {
    const database = openDatabase(join(home, ".local/share/opencode/opencode.db"));
    const rows = database.all(
      "SELECT id, cost, tokens_input AS input, tokens_output AS output, tokens_reasoning AS reasoning, tokens_cache_read AS cached FROM session",
    );
    database.close();
    const counted = new Map(rows.map(({ id, ...counts }) => [id, counts]));
    const all = (await loaded()).flatMap((session) => [...withSubagents(session)]);
    expect(all.length).toBe(rows.length);
    for (const session of all)
      expect([session.id, sumOf(session)]).toEqual([session.id, counted.get(session.id)]);
  });
});

/** The tokens of the messages that the client counts: what was deleted does not count, what was taken back does. */
function sumOf({ messages, branches = [], native }: Session) {
  const sum = { cost: 0, input: 0, output: 0, reasoning: 0, cached: 0 };
  const isOpen = native?.revert !== undefined;
  for (const { usage } of [
    ...messages,
    ...branches.flatMap((line) => (isOpen ? line.messages : [])),
  ]) {
    const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cost } = usage ?? {};
    const { reasoningTokens = 0, cacheWriteTokens = 0 } = usage ?? {};
    sum.cost += cost?.amount ?? 0;
    sum.input += inputTokens - cacheReadTokens - cacheWriteTokens;
    sum.output += outputTokens - reasoningTokens;
    sum.reasoning += reasoningTokens;
    sum.cached += cacheReadTokens;
  }
  return { ...sum, cost: expect.closeTo(sum.cost, 9) };
}

async function loaded(): Promise<Session[]> {
  const all: Session[] = [];
  for await (const { session } of sessions([opencode({ home })])) all.push(session);
  return all;
}
