import { expect, test } from "vitest";
import {
  brokenRefField,
  brokenSessionField,
  brokenStoreField,
  wrongHeaderField,
  wrongMessageField,
  wrongRefField,
  wrongSessionField,
  wrongStoreField,
} from "../src/fields/index.js";
import type { Message, Session, SessionRef } from "../src/index.js";

const message: Message = {
  id: "m",
  role: "assistant",
  createdAt: "2026-03-01T10:00:00.000Z",
  parts: [
    { type: "text", text: "Look" },
    {
      type: "tool-call",
      id: "c",
      kind: "execute",
      name: "run",
      status: "completed",
      result: { content: [{ type: "text", text: "Done" }], isError: false },
    },
  ],
};

const session: Session = {
  schemaVersion: 1,
  id: "s",
  source: "parrot",
  format: "parrot/jsonl",
  messages: [message],
  branches: [{ id: "b", reason: "edit", messages: [message] }],
  records: { read: 2, kept: 2 },
  origin: { path: "/home/mira/parrot.jsonl" },
};

const ref: SessionRef = { id: "s", source: "parrot", revision: "1", locator: null };

test("what is as the model says has no wrong field", () => {
  expect(wrongMessageField(message)).toBeUndefined();
  expect(wrongHeaderField(session)).toBeUndefined();
  expect(wrongSessionField({ ...session, subagents: [session] })).toBeUndefined();
  expect(wrongRefField(ref)).toBeUndefined();
});

test("a wrong field is named with its place", () => {
  const [text, call] = message.parts;
  const withParts = (...parts: unknown[]) => ({ ...message, parts });
  expect(wrongMessageField(7)).toBe("");
  expect(wrongMessageField(withParts(text, { ...call, status: "done" }))).toBe("parts[1].status");
  expect(wrongMessageField(withParts({ type: "picture" }))).toBe("parts[0].type");
  expect(wrongMessageField(withParts({ ...call, result: { content: [{ type: "text" }] } }))).toBe(
    "parts[0].result.content[0].text",
  );
  expect(wrongHeaderField({ ...session, records: {} })).toBe("records");
  expect(
    wrongSessionField({
      ...session,
      subagents: [{ ...session, messages: [{ ...message, role: 1 }] }],
    }),
  ).toBe("subagents[0].messages[0].role");
  expect(wrongSessionField({ ...session, branches: [{ id: "b", reason: "edit" }] })).toBe(
    "branches[0].messages",
  );
  expect(wrongSessionField({ ...session, startedAt: "2026-03-01" })).toBe("startedAt");
  expect(wrongRefField({ ...ref, bytes: "7" })).toBe("bytes");
});

test("whole sessions and refs have no other fields; single lines may be of a later version", () => {
  const later = { ...message, tags: [] };
  expect(wrongMessageField(later)).toBeUndefined();
  expect(wrongHeaderField({ ...session, tags: [] })).toBeUndefined();
  expect(wrongSessionField({ ...session, messages: [later] })).toBe("messages[0].tags");
  expect(wrongRefField({ ...ref, tags: [] })).toBe("tags");
});

test("times and fields that are odd break nothing", () => {
  const odd = { ...session, startedAt: "yesterday", messages: [{ ...message, tags: [] }] };
  expect(brokenSessionField(odd)).toBeUndefined();
  expect(brokenSessionField({ ...session, startedAt: 7 })).toBe("startedAt");
  expect(brokenSessionField({ ...session, subagents: [{ ...session, title: 7 }] })).toBe(
    "subagents[0].title",
  );
  expect(brokenRefField({ ...ref, updatedAt: "", tags: [] })).toBeUndefined();
  expect(brokenRefField({ ...ref, project: "shop" })).toBe("project");
});

test("a store holds what the interface says", () => {
  const store = { path: "/home/mira/.parrot", format: "parrot", found: true, readable: true };
  const counts = { formats: { lines: 2 }, unowned: { drafts: { read: 1, skipped: { draft: 1 } } } };
  expect(brokenStoreField({ ...store, tags: [] })).toBeUndefined();
  expect(wrongStoreField({ ...store, tags: [] })).toBe("tags");
  expect(brokenStoreField({ ...store, ...counts })).toBe("unowned.drafts");
  expect(brokenStoreField({ ...store, retention: {} })).toBe("retention.days");
});
