import type { Session } from "@chatexport/core";
import { expect, test } from "vitest";
import { ids, linesOf, message, readChanged, sessionOf } from "./archive.js";

const id = "11111111-1111-4111-8111-111111111111";
const garbage = "\u0000\u0000\n";

function subagent(name: string, more: Partial<Session> = {}): Session {
  return sessionOf(name, { messages: [message(`${name}1`)], ...more });
}

/** Lines: session, one, two, a, a1, (a/b, a/b1, end), end, c, c1, end, end. */
const nested = sessionOf(id, {
  subagents: [subagent("a", { subagents: [subagent("a/b")] }), subagent("c")],
});

test("a damaged line of a sub-agent loses that sub-agent only", async () => {
  const [header = ""] = (await linesOf(nested)).slice(3);
  const incomplete = header.replace('"id":"a"', '"id":7');
  const newer = header.replace('"schemaVersion":1', '"schemaVersion":2');
  for (const [replaced, reported] of [
    [incomplete, ["error malformed-session a.jsonl:4"]],
    [newer, ["error newer-schema a.jsonl:4"]],
    [garbage, ["warning malformed-line a.jsonl:4", "error malformed-session a.jsonl:4"]],
    [
      `${header.slice(0, 60)}\n`,
      ["warning malformed-line a.jsonl:4", "error malformed-session a.jsonl:4"],
    ],
  ] as const) {
    const { session, listing, loading } = await readChanged(nested, { 4: replaced });
    expect(ids(session?.messages)).toEqual(["one", "two"]);
    expect(ids(session?.subagents)).toEqual(["c"]);
    expect([...listing, ...loading]).toEqual(reported);
  }
});

test("a damaged line of a sub-agent without sub-agents does not give its messages to its parent", async () => {
  const { session, loading } = await readChanged(nested, { 10: garbage });
  expect(ids(session?.messages)).toEqual(["one", "two"]);
  expect(ids(session?.subagents)).toEqual(["a"]);
  expect(loading).toEqual([
    "warning malformed-line a.jsonl:10",
    "error malformed-session a.jsonl:10",
  ]);
});

test("a lost end does not move the next sub-agent", async () => {
  for (const lost of ["", garbage]) {
    const { session, loading } = await readChanged(nested, { 8: lost });
    expect(session?.subagents?.map((each) => [each.id, ids(each.subagents)])).toEqual([
      ["a", ["a/b"]],
      ["c", []],
    ]);
    expect(loading).toContain(`warning cut-off-session a.jsonl:${lost === "" ? 9 : 10}`);
  }
});
