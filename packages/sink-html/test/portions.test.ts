import type { Message } from "@chatexport/core";
import { answer, prompt, ran, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { conversationOf, pageOf } from "./page.js";
import { misnested, tagsOf } from "./tags.js";

// Those that fail are not folded together.
const calls = Array.from({ length: 400 }, (_, index) =>
  ran(`step ${index}`, "done", { status: "failed" }),
);

test("A long conversation comes in portions of whole turns", async () => {
  const turns = Array.from({ length: 200 }, (_, index) => [
    prompt(`p${index}`, "Go on"),
    answer(`a${index}`, "I do"),
  ]);
  const { portions, continued } = await partsOf(turns.flat());
  expect(portions.length).toBeGreaterThan(4);
  for (const turnsInPortion of portions.slice(0, -1)) {
    expect(turnsInPortion).toBeGreaterThan(10);
    expect(turnsInPortion).toBeLessThan(50);
  }
  expect(portions.reduce((sum, count) => sum + count)).toBe(400);
  expect(continued).toEqual([]);
});

test.each([
  ["many messages", calls.map((call, index) => answer(`a${index}`, call))],
  ["one message", [answer("a", ...calls)]],
])("A very long turn of %s goes on in the next portion under its name", async (_, messages) => {
  const { portions, continued, anchors } = await partsOf([prompt("p", "Do it"), ...messages]);
  expect(portions.length).toBeGreaterThan(2);
  expect(continued).toEqual(portions.slice(1).map(() => "turn-2"));
  expect(anchors).toEqual(["m-p", ...messages.map(({ id }) => `m-${id}`)]);
});

test("A list of calls goes on, too", async () => {
  const session = sessionOf([prompt("p", "Do it"), answer("a", ...calls)]);
  const page = await pageOf(session, { detail: "conversation" });
  const tags = tagsOf(conversationOf(page));
  expect(tags.filter(({ name, isEnd }) => name === "li" && !isEnd)).toHaveLength(400);
  const lists = tags.filter(({ attributes }) => attributes.get("class") === "calls");
  expect(lists.length).toBeGreaterThan(2);
  expect([...misnested(tagsOf(page))]).toEqual([]);
});

/** The number of turns in each portion, the turns that go on in a portion, and the names of all messages. */
async function partsOf(messages: Message[]) {
  const page = await pageOf(sessionOf(messages));
  expect([...misnested(tagsOf(page))]).toEqual([]);
  const portions: number[] = [];
  const continued: (string | undefined)[] = [];
  const anchors: string[] = [];
  for (const { attributes } of tagsOf(conversationOf(page))) {
    const classes = attributes.get("class")?.split(" ") ?? [];
    const id = attributes.get("id");
    if (classes.includes("portion")) portions.push(0);
    if (classes.includes("turn")) portions.push((portions.pop() ?? 0) + 1);
    if (classes.includes("continued")) continued.push(attributes.get("aria-labelledby"));
    if (classes.includes("message") && id !== undefined) anchors.push(id);
  }
  return { portions, continued, anchors };
}
