import {
  addTallies,
  type Context,
  defined,
  type JsonObject,
  present,
  type Session,
  type Tally,
  total,
} from "@chatexport/core";
import { promptCount } from "./agent/session-facts.js";
import { type MissingTurns, withMissingTurns } from "./missing-turns.js";

/**
 * One session from the copies of a conversation, the most faithful first, which gives the messages.
 * Cursor cuts conversations off ("chat too long") and leaves older copies whole: turns that only
 * another copy has are put at their place. The others also fill in what is missing about the session;
 * the records of what it has already are counted as `skipped.copy`, and `native.copies` says where the
 * copies lie.
 */
export function mergeCopies(copies: [Session, ...Session[]], context: Context): Session {
  const [first, ...others] = copies;
  if (others.length === 0) return first;
  let best = first;
  const tallies = [first.records];
  for (const other of others) {
    const found = missingTurns(best, other, context);
    if (found) best = { ...best, messages: found.messages };
    tallies.push(asCopy(other.records, found?.added ?? 0));
  }
  const titled = [best, ...others].find(
    ({ titleFrom }) => titleFrom && titleFrom !== "first-message",
  );
  const fromAny = <Field extends keyof Session>(field: Field): Session[Field] | undefined =>
    copies.find((copy) => copy[field] !== undefined)?.[field];
  return {
    ...best,
    ...defined({
      title: titled?.title ?? best.title ?? fromAny("title"),
      titleFrom: titled?.titleFrom ?? best.titleFrom ?? fromAny("titleFrom"),
      startedAt: best.startedAt ?? fromAny("startedAt"),
      updatedAt: best.updatedAt ?? fromAny("updatedAt"),
      cwd: best.cwd ?? fromAny("cwd"),
      project: best.project ?? fromAny("project"),
      git: best.git ?? fromAny("git"),
      model: best.model ?? fromAny("model"),
      archived: fromAny("archived"),
      usage: best.usage ?? fromAny("usage"),
      attachments: best.attachments ?? fromAny("attachments"),
      subagents: best.subagents ?? fromAny("subagents"),
    }),
    records: addTallies(tallies),
    native: { ...best.native, copies: others.map(copyNote) },
  };
}

/** The messages with the turns that only the other copy has; reports that there are any. */
function missingTurns(
  session: Session,
  other: Session,
  context: Context,
): MissingTurns | undefined {
  const count = promptCount(other.messages) - promptCount(session.messages);
  if (count <= 0) return undefined;
  const found = withMissingTurns(session, other);
  const prompts = count === 1 ? "a prompt" : `${count} prompts`;
  context.report(
    found
      ? {
          severity: "info",
          code: "truncated-copy",
          message: `The best copy of the conversation lacks ${prompts}, which another copy still has; they stand at their place.`,
          origin: other.origin,
        }
      : {
          severity: "warning",
          code: "differing-copy",
          message: `Another copy of the conversation has ${prompts} more but differs in others, so that the best copy was left as it is.`,
          origin: other.origin,
        },
  );
  return found;
}

/** The tally of a copy of which `used` messages are in the session; the rest it has from elsewhere. */
function asCopy({ read, kept, skipped, unknown, malformed }: Tally, used: number): Tally {
  const known = kept + total(unknown);
  const copies = Math.max(known - used, 0);
  return present({
    read,
    kept: known - copies,
    skipped: copies > 0 ? { ...skipped, copy: copies + (skipped?.copy ?? 0) } : skipped,
    malformed,
  });
}

function copyNote({ format, origin }: Session): JsonObject {
  return present({ format, path: origin.path, at: origin.at });
}
