import type { Context, Session, SessionRef } from "@chatexport/core";
import { readJsonLines, reportLine } from "@chatexport/core/read";
import { type Assembly, addDamage, addLine, finish, newAssembly } from "./assembly.js";
import type { Locator } from "./locator.js";
import { sessionLineOf } from "./shape.js";

/** Where a session stands, and where the bytes of its file lie. */
export interface Place extends Locator {
  at: string;
}

/**
 * A session as it was when it was written, with its sub-agents; its tally is the original one, also
 * when lines are missing here. Reports what is wrong with its lines. Throws when it is not at its
 * place any more.
 */
export async function loadSession(
  ref: SessionRef,
  place: Place,
  context: Context,
): Promise<Session> {
  let assembly: Assembly | undefined;
  let lastLine = place.line;
  for await (const batch of readJsonLines(place.at, context, place)) {
    for (const entry of batch) {
      lastLine = entry.line;
      if (!assembly) assembly = begin("record" in entry ? entry.record : {}, ref, place, context);
      else if ("record" in entry) addLine(assembly, entry.line, entry.record);
      else {
        reportLine(entry, place.path, context);
        addDamage(assembly, entry.line);
      }
    }
  }
  assembly ??= begin({}, ref, place, context);
  return finish(assembly, lastLine);
}

function begin(
  record: Parameters<typeof sessionLineOf>[0],
  ref: SessionRef,
  { path }: Place,
  context: Context,
): Assembly {
  const found = sessionLineOf(record);
  const isSame =
    found.kind === "session" && found.header.id === ref.id && found.header.source === ref.source;
  if (!isSame) throw new Error("The file has changed since it was listed. Run again.");
  return newAssembly(found.header, path, context);
}
