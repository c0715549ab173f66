import type { Branch, JsonObject, Message, Session } from "@chatexport/core";
import { groupBy } from "@chatexport/core/read";
import { fileBlocks, type Scope, turnsOf } from "@chatexport/core/turns";
import { Records } from "./records.js";
import { turnRecords } from "./turn-records.js";

/** The records of a chat of Gemini CLI (0.61.0). Each branch follows the message that it leaves, and is rewound at its end. */
export function* chatRecords(session: Session, scope: Scope): Generator<object> {
  const records = new Records(session);
  yield records.header();
  const { messages, branches = [], attachments = [] } = session;
  const lines = [messages, ...branches.map((branch) => branch.messages)];
  const known = new Set(lines.flatMap((line) => line.map(({ id }) => id)));
  const forks = groupBy(branches, ({ forkedFrom = "" }) =>
    known.has(forkedFrom) ? forkedFrom : "",
  );
  const written = new Set<Branch>();

  function* lineRecords(line: readonly Message[], isBranch: boolean): Generator<JsonObject> {
    let isBegun = false;
    for (const message of line) {
      for (const turn of turnsOf(message, scope)) {
        // Only the main line can begin anew: nothing leads back from there.
        const replaces = isBegun && !isBranch;
        for (const record of turnRecords(turn, message, { records, scope, replaces })) {
          yield record;
          isBegun = true;
        }
      }
      yield* branchRecords(forks.get(message.id) ?? []);
    }
  }

  function* branchRecords(left: readonly Branch[]): Generator<JsonObject> {
    for (const branch of left) {
      if (written.has(branch)) continue;
      written.add(branch);
      let first: JsonObject | undefined;
      for (const record of lineRecords(branch.messages, true)) {
        first ??= record;
        yield record;
      }
      if (first?.id !== undefined) yield { $rewindTo: first.id };
    }
  }

  yield* branchRecords(forks.get("") ?? []);
  yield* lineRecords(messages, false);
  // Those of which each one leaves another.
  yield* branchRecords(branches);
  for (const [index, file] of attachments.entries()) {
    const blocks = fileBlocks(file, scope.changes);
    const message = { id: `attachment ${index}` };
    yield* turnRecords({ type: "meta", blocks }, message, { records, scope, replaces: false });
  }
}
