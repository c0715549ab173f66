import type { Session } from "@chatexport/core";
import { answer, prompt, said, sessionOf, taskFor } from "@chatexport/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type DocumentOptions, promptsOf } from "../src/index.js";
import { outlineOf } from "./outline.js";

const everything: DocumentOptions = { detail: "full", branches: "all" };

function anchorsOf(session: Session, options = everything): string[] {
  return outlineOf(session, options).flatMap((line) => /^ *message #(.*)$/.exec(line)?.[1] ?? []);
}

const id = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "-", "2", "/", "é", "\n"), maxLength: 4 }),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const ids = fc.uniqueArray(id, { maxLength: 6 });

/** A session with messages of these ids on its active branch, in a branch and in a sub-agent. */
function sessionWith(active: string[], left: string[], helping: string[]): Session {
  const messages = active.map((id) => prompt(id, "Hello"));
  return sessionOf([...messages, answer("end", taskFor("helper"))], {
    branches: [{ id: "1", reason: "edit", messages: left.map((id) => prompt(id, "No")) }],
    subagents: [
      sessionOf(
        helping.map((id) => answer(id, said("Yes"))),
        { id: "helper" },
      ),
    ],
  });
}

test("an anchor is made of the id of the message", () => {
  expect(anchorsOf(sessionOf([prompt("0b6a~x._-", "a"), prompt("c:d/ä 😀", "b")]))).toEqual([
    "m-0b6a~x._-",
    "m-c-d----",
  ]);
});

test("ids that are alike have a number", () => {
  const messages = ["a:b", "a/b", "a-b-2", "a b"].map((id) => prompt(id, "Hello"));
  expect(anchorsOf(sessionOf(messages))).toEqual(["m-a-b", "m-a-b-2", "m-a-b-2-2", "m-a-b-3"]);
});

test("anchors are unique whatever the ids, and plain", () => {
  fc.assert(
    fc.property(ids, ids, ids, (...lists) => {
      const anchors = anchorsOf(sessionWith(...lists));
      expect(anchors).toHaveLength(lists.flat().length + 1);
      expect(new Set(anchors).size).toBe(anchors.length);
      for (const anchor of anchors) expect(anchor).toMatch(/^m-[A-Za-z0-9._~-]*$/);
    }),
  );
});

test("a message has the same anchor however much of the session is shown", () => {
  fc.assert(
    fc.property(ids, ids, ids, (...lists) => {
      const session = sessionWith(...lists);
      const all = anchorsOf(session);
      const some = anchorsOf(session, { detail: "conversation" });
      expect(all.filter((anchor) => some.includes(anchor))).toEqual(some);
    }),
  );
});

test("a table of contents names the prompts of the active branch as the document does", () => {
  fc.assert(
    fc.property(ids, ids, ids, (...lists) => {
      const session = sessionWith(...lists);
      const lines = outlineOf(session, everything);
      const wanted = promptsOf(session).flatMap(({ number, anchor }) => [
        `prompt: ${number} You`,
        `message #${anchor}`,
      ]);
      expect(wanted).toHaveLength(2 * lists[0].length);
      expect(
        lines.filter((line) => /^prompt: \d|^message/.test(line)).slice(0, wanted.length),
      ).toEqual(wanted);
    }),
  );
});

test("a table of contents says how each prompt begins", () => {
  const image = { type: "file" as const, from: "upload" as const, mediaType: "image/png" };
  const tool = { type: "text" as const, text: "Context", synthetic: "context" as const };
  const session = sessionOf([
    prompt("a", "\n  Make it \u001b[1mnew\u001b[0m\nand better"),
    { ...prompt("b", "?"), parts: [image] },
    { ...prompt("c", "?"), parts: [tool, { type: "text", text: "Go" }] },
    { ...prompt("d", "?"), parts: [tool] },
    answer("e", said("Done.")),
  ]);
  expect(promptsOf(session)).toEqual([
    { number: 1, anchor: "m-a", line: "Make it new…" },
    { number: 2, anchor: "m-b" },
    { number: 3, anchor: "m-c", line: "Go" },
  ]);
});
