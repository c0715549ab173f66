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
import type { Message, Part, Session, SessionRef, Store } from "../src/index.js";

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

const file = { type: "file", from: "upload" } as const;
const [, call] = message.parts;
const fileEdit = { path: "a.ts", kind: "update" } as const;

/** The first wrong field of a part, which a message holds. */
function wrongPartField(part: object): string | undefined {
  return wrongMessageField({ ...message, parts: [part] });
}

/** The values for a field that holds one of a few words, each of which is asked for. */
const wordFields: [string, string, (word: unknown) => string | undefined][] = [
  ["role", "user assistant system", (role) => wrongMessageField({ ...message, role })],
  [
    "createdAtFrom",
    "recorded inferred",
    (createdAtFrom) => wrongMessageField({ ...message, createdAtFrom }),
  ],
  [
    "synthetic",
    "context instructions command reminder hook notification skill",
    (synthetic) => wrongMessageField({ ...message, synthetic }),
  ],
  [
    "titleFrom",
    "user generated first-message",
    (titleFrom) => wrongHeaderField({ ...session, titleFrom }),
  ],
  [
    "purpose",
    "compaction suggestion warm-up approval",
    (purpose) => wrongHeaderField({ ...session, purpose }),
  ],
  [
    "parent.relation",
    "subagent fork continuation",
    (relation) => wrongHeaderField({ ...session, parent: { sessionId: "p", relation } }),
  ],
  [
    "branches[0].reason",
    "edit rewind retry orphan parallel",
    (reason) => wrongHeaderField({ ...session, branches: [{ id: "b", reason }] }),
  ],
  [
    "parts[0].kind",
    "execute edit delete move read search fetch plan question task think other",
    (kind) => wrongPartField({ ...call, kind }),
  ],
  [
    "parts[0].status",
    "pending completed failed cancelled rejected unknown",
    (status) => wrongPartField({ ...call, status }),
  ],
  ["parts[0].from", "upload mention selection tool", (from) => wrongPartField({ ...file, from })],
  [
    "parts[0].status",
    "proposed accepted rejected",
    (status) => wrongPartField({ type: "edit", edits: [], status }),
  ],
  [
    "parts[0].edits[0].kind",
    "create update delete move",
    (kind) => wrongPartField({ type: "edit", edits: [{ ...fileEdit, kind }] }),
  ],
  ["parts[0].trigger", "auto manual", (trigger) => wrongPartField({ type: "compaction", trigger })],
  [
    "parts[0].level",
    "info warning error",
    (level) => wrongPartField({ type: "notice", text: "", level }),
  ],
  [
    "parts[0].todos[0].status",
    "pending in-progress completed cancelled",
    (status) => wrongPartField({ ...call, kind: "plan", todos: [{ text: "", status }] }),
  ],
];

test.each(wordFields)("%s is one of %s, and nothing else", (place, words, wrongField) => {
  for (const word of words.split(" ")) expect(wrongField(word), word).toBeUndefined();
  for (const other of ["", "constructor", 7, null]) expect(wrongField(other)).toBe(place);
});

test.each<Part>([
  { type: "reasoning", text: "Hm", redacted: false },
  { ...file, mediaType: "text/plain", name: "a", path: "/a", range: { start: 1 }, text: "" },
  {
    type: "edit",
    edits: [
      {
        ...fileEdit,
        newPath: "b.ts",
        range: { start: 1, end: 2 },
        hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 0, lines: ["-a"] }],
        before: "a",
        after: "",
      },
    ],
  },
  { type: "compaction", summary: "", tokensBefore: 2, tokensAfter: 1 },
  { type: "notice", level: "info", text: "", code: "saved" },
  { type: "unknown", recordType: "odd", native: null },
  { type: "tool-result", toolCallId: "c", result: { content: [], isError: true, exitCode: 1 } },
])("the part %j is as the model says; another type of any of its fields is not", (part) => {
  expect(wrongPartField(part)).toBeUndefined();
  // An object of no field that a part has, where no value is free.
  for (const name of Object.keys(part).filter((key) => key !== "native"))
    expect(wrongPartField({ ...part, [name]: [{ odd: {} }] })).toMatch(`parts[0].${name}`);
});

test("where something was read is a path and a line or a key", () => {
  for (const at of [7, "row"])
    expect(wrongMessageField({ ...message, origin: { at } })).toBe(undefined);
  for (const at of [null, {}, Number.NaN])
    expect(wrongMessageField({ ...message, origin: { at } })).toBe("origin.at");
});

test.each([
  ["2026-03-01T10:00:00Z", undefined],
  ["2026-03-01T10:00:00.000+01:00", "createdAt"],
  ["2026-13-01T10:00:00Z", "createdAt"],
  [0, "createdAt"],
])("of the time %j the wrong field is %j", (createdAt, place) => {
  expect(wrongMessageField({ ...message, createdAt })).toBe(place);
});

test("a list and a table name the place of what is wrong in them", () => {
  const store: Store = { path: "/a", format: "parrot", found: true, readable: true };
  expect(wrongStoreField({ ...store, formats: { lines: 2, rows: "2" } })).toBe("formats.rows");
  expect(wrongStoreField({ ...store, formats: [] })).toBe("formats");
  expect(wrongMessageField({ ...message, parts: {} })).toBe("parts");
  expect(wrongMessageField({ ...message, parts: ["Look"] })).toBe("parts[0]");
  expect(wrongMessageField({ ...message, native: [] })).toBe("native");
  expect(wrongStoreField({ ...store, found: 1 })).toBe("found");
});

test("a whole session is of this version of the model; its header may be of any", () => {
  expect(wrongSessionField({ ...session, schemaVersion: 2 })).toBe("schemaVersion");
  expect(wrongHeaderField({ ...session, schemaVersion: 2 })).toBeUndefined();
});
