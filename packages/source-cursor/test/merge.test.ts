import { type Diagnostic, type Message, type Session, tallyAddsUp } from "@chatexport/core";
import { expect, test } from "vitest";
import { bestHead, finishedHead } from "../src/conversation/head.js";
import { mergeCopies } from "../src/load/merge-copies.js";

let reported: string[] = [];
const context = {
  report: ({ code }: Diagnostic) => reported.push(code),
  signal: new AbortController().signal,
};

/** A copy whose turns are a prompt and an answer that tells where it comes from. */
function copy(name: string, prompts: readonly string[], more: Partial<Session> = {}): Session {
  const messages = prompts.flatMap((text, index): Message[] => [
    { id: `${index}u`, role: "user", parts: [{ type: "text", text }] },
    { id: `${index}a`, role: "assistant", parts: [{ type: "text", text: `${text} of ${name}` }] },
  ]);
  return {
    schemaVersion: 1,
    id: "c",
    source: "cursor",
    format: `cursor/${name}`,
    messages,
    records: { read: messages.length, kept: messages.length },
    origin: { path: `/${name}` },
    ...more,
  };
}

function merged(best: Session, other: Session): Session {
  reported = [];
  const session = mergeCopies([best, other], context);
  expect(tallyAddsUp(session.records)).toBe(true);
  expect(new Set(session.messages.map(({ id }) => id)).size).toBe(session.messages.length);
  return session;
}

function answers({ messages }: Session): string[] {
  return messages.flatMap(({ role, parts }) =>
    role === "assistant" && parts[0]?.type === "text" ? [parts[0].text] : [],
  );
}

test("the best copy gives the messages, the other one what it lacks", () => {
  const other = copy("b", ["One"], { title: "Named", titleFrom: "generated", cwd: "/home/mira" });
  const session = merged(copy("a", ["One"], { title: "One", titleFrom: "first-message" }), other);
  expect(session).toMatchObject({ title: "Named", titleFrom: "generated", cwd: "/home/mira" });
  expect(answers(session)).toEqual(["One of a"]);
  expect(session.records).toEqual({ read: 4, kept: 2, skipped: { copy: 2 } });
  expect(session.native?.copies).toEqual([{ format: "cursor/b", path: "/b" }]);
  expect(reported).toEqual([]);
});

test.each([
  [["Three"], ["One of b", "Two of b", "Three of a"]],
  [["One"], ["One of a", "Two of b", "Three of b"]],
  [
    ["One", "Three"],
    ["One of a", "Two of b", "Three of a"],
  ],
  [[], ["One of b", "Two of b", "Three of b"]],
])("turns that only another copy has stand at their place: %j", (prompts, expected) => {
  const session = merged(copy("a", prompts), copy("b", ["One", " Two\n", "Three"]));
  expect(answers(session).map((text) => text.trim().replace(/\s+/g, " "))).toEqual(expected);
  expect(session.messages.find(({ origin }) => origin?.path === "/b")).toBeDefined();
  expect(reported).toEqual(["truncated-copy"]);
});

test("a copy that differs changes nothing, however long it is", () => {
  const session = merged(copy("a", ["One", "Else"]), copy("b", ["One", "Two", "Three"]));
  expect(answers(session)).toEqual(["One of a", "Else of a"]);
  expect(session.records.skipped).toEqual({ copy: 6 });
  expect(reported).toEqual(["differing-copy"]);
});

test("a title that somebody gave wins, else the best copy's", () => {
  const derived = { title: "What the prompt says", startedAt: "2026-03-04T09:00:00.000Z" };
  const given = { title: "Named", titleFrom: "generated" } as const;
  expect(bestHead([derived, given])).toEqual({ ...derived, ...given });
  expect(bestHead([derived, { title: "Else" }])).toEqual(derived);
});

test("a folder that is recorded wins over one that was concluded", () => {
  const concluded = { project: { name: "shop" }, projectInferred: true };
  const recorded = { cwd: "/home/mira/shop", project: { name: "shop", path: "/home/mira/shop" } };
  expect(bestHead([concluded, recorded])).toEqual(recorded);
  expect(bestHead([concluded, {}])).toEqual(concluded);
});

test("what the list says stays, and messages only add to it", () => {
  const read = { title: "The whole prompt", titleFrom: "first-message", cwd: "/read" } as const;
  expect(finishedHead({ title: "The whole" }, [read])).toMatchObject({
    title: "The whole",
    titleFrom: "generated",
    project: { name: "read", path: "/read" },
  });
  expect(finishedHead({ title: read.title, cwd: "/listed" }, [read])).toMatchObject({
    titleFrom: "first-message",
    cwd: "/listed",
  });
  expect(finishedHead({}, [read])).toMatchObject(read);
});

test("turns may have any number of messages", () => {
  const answers = (name: string) =>
    Array.from(
      { length: 200_000 },
      (_, index): Message => ({ id: `${name}${index}`, role: "assistant", parts: [] }),
    );
  const [own, other] = ["a", "b"].map((name) => {
    const { messages, ...rest } = copy(name, name === "a" ? ["One"] : ["One", "Two"]);
    return { ...rest, messages: [...messages, ...answers(name)] };
  });
  if (!own || !other) throw new Error("there are two copies");
  const session = mergeCopies([own, other], context);
  expect(session.messages).toHaveLength(2 + 200_000 + 2 + 200_000);
});
