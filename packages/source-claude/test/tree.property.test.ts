import { allMessages, type Session, sessions, tallyAddsUp, withSubagents } from "@chatexport/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import claude from "../src/index.js";
import { folderWith } from "./store.js";

/** A record with a link to any record of the file: one above, one below, itself, or none that is there. */
const record = fc.record({
  type: fc.constantFrom(
    "user",
    "assistant",
    "assistant",
    "system",
    "attachment",
    "progress",
    "new",
  ),
  parent: fc.oneof(fc.integer({ min: -1, max: 30 }), fc.constant(undefined)),
  logical: fc.boolean(),
  uuid: fc.integer({ min: 0, max: 40 }),
  response: fc.integer({ min: 0, max: 5 }),
  version: fc.constantFrom("1.0.51", "2.1.39"),
  isMeta: fc.boolean(),
  isSidechain: fc.constantFrom(false, false, false, true),
  retracts: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined, freq: 3 }),
  origin: fc.constantFrom(undefined, undefined, { kind: "channel" }),
});

type RecordShape = typeof record extends fc.Arbitrary<infer T> ? T : never;

function lineOf(
  { type, parent, logical, uuid, response, retracts, ...rest }: RecordShape,
  index: number,
): string {
  const text = `text ${index}.`;
  const parentUuid = parent === undefined ? null : `r${parent}`;
  const links = logical ? { parentUuid: null, logicalParentUuid: parentUuid } : { parentUuid };
  const retracted = retracts === undefined ? undefined : [`r${retracts}`];
  const envelope = { type, uuid: `r${uuid}`, sessionId: "s", ...links, ...rest };
  const bodies: Record<string, object> = {
    user: { message: { role: "user", content: text } },
    assistant: {
      message: { id: `m${response}`, content: [{ type: "text", text }] },
      supersedesUuids: retracted,
    },
    system: { content: text, retractedMessageUuids: retracted },
    attachment: { attachment: { type: "hook_success", content: text } },
  };
  return `${JSON.stringify({ ...envelope, ...bodies[type] })}\n`;
}

async function read(lines: string): Promise<{ found: Session[]; isListed: boolean }> {
  const found: Session[] = [];
  let isListed = false;
  const roots = [folderWith({ "s.jsonl": lines })];
  for await (const { ref, session } of sessions([claude({ roots, empty: true })])) {
    found.push(...withSubagents(session));
    isListed ||= ref.listedBy === undefined;
  }
  return { found, isListed };
}

test("however the records are linked, each text is in the session once and each record counted", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 30 }), async (records) => {
      const talks = records.some(({ type }) => ["user", "assistant", "system"].includes(type));
      const { found, isListed } = await read(records.map(lineOf).join(""));
      const isSaid = ({ type, isMeta }: RecordShape) =>
        type === "assistant" || (type === "user" && !isMeta);
      expect(isListed).toBe(records.some(isSaid));
      if (!talks) return;

      const texts = found
        .flatMap((session) => [...allMessages(session)])
        .flatMap(({ parts }) => parts)
        .flatMap((part) => (part.type === "text" || part.type === "notice" ? [part.text] : []));
      const written = records.flatMap(({ type }, index) =>
        type === "progress" || type === "new" ? [] : [`text ${index}.`],
      );
      expect(texts.sort()).toEqual(written.sort());
      expect(found.every(({ records }) => tallyAddsUp(records))).toBe(true);
      expect(found.reduce((sum, { records }) => sum + records.read, 0)).toBe(records.length);

      for (const session of found) {
        const ids = [...allMessages(session)].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { parentId } of allMessages(session))
          if (parentId !== undefined) expect(ids).toContain(parentId);
        for (const { forkedFrom, messages } of session.branches ?? []) {
          if (forkedFrom !== undefined) expect(ids).toContain(forkedFrom);
          expect(messages.length).toBeGreaterThan(0);
        }
      }
    }),
    { numRuns: 300 },
  );
});
