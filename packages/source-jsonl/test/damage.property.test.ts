import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { allMessages, type Session, withSubagents } from "@chatexport/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { folderWith, linesOf, message, read, sessionOf } from "./archive.js";

/** Numbers of messages of a session and, in the same way, of its sub-agents. */
interface Shape {
  messages: number;
  branch: number;
  subagents: Shape[];
}

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.record({
    messages: fc.integer({ min: 1, max: 3 }),
    branch: fc.nat(2),
    subagents: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constant<Shape[]>([]),
      fc.array(tie("shape"), { maxLength: 3 }),
    ),
  }),
}));

/** A session whose messages begin with its own id. */
function build(id: string, { messages, branch, subagents }: Shape): Session {
  const own = (name: string, length: number) =>
    Array.from({ length }, (_, index) => message(`${id} ${name}${index}`));
  return sessionOf(id, {
    messages: own("m", messages),
    ...(branch > 0 && { branches: [{ id: "b", reason: "edit", messages: own("b", branch) }] }),
    ...(subagents.length > 0 && {
      subagents: subagents.map((each, index) => build(`${id}/${index}`, each)),
    }),
  });
}

test("a damaged line is reported, and moves no message into another session", async () => {
  const path = join(folderWith({}), "all.jsonl");
  const damages = fc.constantFrom(
    () => "\u0000\u0000\n",
    (line: string) => `${line.slice(0, line.length / 2)}\n`,
  );
  await fc.assert(
    fc.asyncProperty(shape, shape, fc.nat(), damages, async (first, second, place, damage) => {
      const written = [build("one", first), build("two", second)];
      const lines = (await Promise.all(written.map(linesOf))).flat();
      const damaged = place % lines.length;
      writeFileSync(
        path,
        lines.map((line, index) => (index === damaged ? damage(line) : line)).join(""),
      );
      const { sessions, listing, loading } = await read(path);
      expect([...listing, ...loading]).not.toEqual([]);
      for (const root of sessions)
        for (const session of withSubagents(root))
          for (const { id } of allMessages(session)) expect(id.split(" ")[0]).toBe(session.id);
    }),
    { numRuns: 300 },
  );
});
