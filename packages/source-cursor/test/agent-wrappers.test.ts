import { expect, test } from "vitest";
import { userText } from "../src/parse/agent/user-text.js";

const userParts = (text: string) => userText(text).parts;

test("what the person wrote is told from what Cursor put around it", () => {
  const text =
    "<user_info>\nOS Version: linux\n</user_info>\n<rules>\nUse tabs.\n</rules>\n<user_query>\nAdd a cart\n</user_query>\n<system_reminder>\nBe brief.\n</system_reminder>";
  expect(userParts(text)).toEqual([
    { type: "text", text: "OS Version: linux", synthetic: "context" },
    { type: "text", text: "Use tabs.", synthetic: "instructions" },
    { type: "text", text: "Add a cart" },
    { type: "text", text: "Be brief.", synthetic: "reminder" },
  ]);
});

test("a command is a prompt as it was typed, and what it expands to is Cursor's", () => {
  const text =
    "<cursor_commands>\n\n--- Cursor Command: tidy ---\nSort all.\n--- End Command ---\n</cursor_commands>\n<user_query>\n/tidy the shelves,\n  then the floor\n</user_query>";
  expect(userParts(text)).toEqual([
    { type: "text", text: expect.stringContaining("Sort all."), synthetic: "skill" },
    { type: "text", text: "/tidy the shelves,\n  then the floor" },
  ]);
});

test("a report that Cursor asks for when a task has ended is nobody's prompt", () => {
  const asked = "Briefly inform the user about the task result and go on.";
  const text = `<system_notification>\nThe build has ended.\n</system_notification>\n<user_query>${asked}</user_query>`;
  expect(userParts(text)).toEqual([
    { type: "text", text: "The build has ended.", synthetic: "notification" },
    { type: "text", text: asked, synthetic: "notification" },
  ]);
  expect(userParts(asked)).toEqual([{ type: "text", text: asked, synthetic: "notification" }]);
});

test("a text without elements is what the person wrote", () => {
  expect(userParts("Add a cart")).toEqual([{ type: "text", text: "Add a cart" }]);
  const question = "What does <user_query> mean in a prompt?";
  expect(userParts(question)).toEqual([{ type: "text", text: question }]);
});

test("a prompt may quote the element it stands in", () => {
  const quote = "Why is <user_query>this</user_query> here?";
  expect(userParts(`<user_query>\n${quote}\n</user_query>`)).toEqual([
    { type: "text", text: quote },
  ]);
});

test("an element that was quoted in a file does not count as the prompt", () => {
  const text =
    "<attached_files>\n<user_query>\nold\n</user_query>\n</attached_files>\n<user_query>\nnew\n</user_query>";
  expect(userParts(text).filter((part) => !("synthetic" in part))).toEqual([
    { type: "text", text: "new" },
  ]);
});

test("two prompts in one text stay two, what stands between them is the tool's", () => {
  const text = "<user_query>One</user_query>\n<other>between</other>\n<user_query>Two</user_query>";
  expect(userParts(text)).toMatchObject([
    { text: "One" },
    { text: expect.stringContaining("between"), synthetic: "context" },
    { text: "Two" },
  ]);
});

test("an element whose end was cut off is the tool's", () => {
  expect(userParts("<user_info>\nOS Version: li")).toMatchObject([{ synthetic: "context" }]);
});

test("empty elements give nothing", () => {
  expect(userParts("<user_query>\n\n</user_query>")).toEqual([]);
  expect(userParts("")).toEqual([]);
});

test("the list of images becomes files", () => {
  const text =
    "[Image]\n<image_files>\nSaved images:\n1. /home/mira/.cursor/a b.png\n2. C:\\Users\\mira\\c.JPG\n</image_files>\n<user_query>\nSee\n</user_query>";
  expect(userParts(text)).toEqual([
    { type: "text", text: "[Image]\n", synthetic: "context" },
    { type: "file", mediaType: "image/png", path: "/home/mira/.cursor/a b.png", from: "upload" },
    { type: "file", mediaType: "image/jpeg", path: "C:\\Users\\mira\\c.JPG", from: "upload" },
    { type: "text", text: "See" },
  ]);
});

test.each([
  ["Sunday, Apr 26, 2026, 9:53 PM (UTC-4)", "2026-04-27T01:53:00.000Z"],
  ["Monday, Jan 5, 2026, 12:05 AM (UTC+5:30)", "2026-01-04T18:35:00.000Z"],
  ["Monday, January 5, 2026, 12:05\u202fPM (UTC)", "2026-01-05T12:05:00.000Z"],
  ["Tuesday, Jun 2, 2026, 18:07 (UTC+2)", "2026-06-02T16:07:00.000Z"],
])("the time %s is read", (time, expected) => {
  expect(userText(`<timestamp>${time}</timestamp>\n<user_query>\nHi\n</user_query>`)).toEqual({
    createdAt: expected,
    parts: [{ type: "text", text: "Hi" }],
  });
});

test("a time that cannot be read stays", () => {
  expect(userText("<timestamp>gestern Abend</timestamp>Hi")).toEqual({
    parts: [
      { type: "text", text: "gestern Abend", synthetic: "context" },
      { type: "text", text: "Hi" },
    ],
  });
});

test("a hundred thousand elements are read without recursion", () => {
  expect(userParts("<user_query>a</user_query>\n".repeat(100_000))).toHaveLength(100_000);
});
