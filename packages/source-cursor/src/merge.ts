import {
  addTallies,
  type Context,
  type JsonObject,
  present,
  type Session,
  type Tally,
  total,
} from "@chatexport/core";
import { isPrompt } from "./agent/session-facts.js";

/**
 * One session from the copies of a conversation, the most faithful first. It gives the messages,
 * unless another copy holds more prompts: Cursor cuts conversations off ("chat too long") and leaves
 * older copies whole. The others fill in what is missing about the session; their records are counted
 * as `skipped.copy`, and `native.copies` says where they lie.
 */
export function mergeCopies(copies: [Session, ...Session[]], context: Context): Session {
  const best = fullest(copies);
  const others = copies.filter((copy) => copy !== best);
  if (others.length === 0) return best;
  if (best !== copies[0])
    context.report({
      severity: "warning",
      code: "truncated-copy",
      message:
        "The usual copy of the conversation holds fewer prompts than another one, which was used instead.",
      origin: copies[0].origin,
    });
  const titled = [best, ...others].find(
    ({ titleFrom }) => titleFrom && titleFrom !== "first-message",
  );
  const fromAny = <Field extends keyof Session>(field: Field): Session[Field] | undefined =>
    copies.find((copy) => copy[field] !== undefined)?.[field];
  return {
    ...best,
    ...present({
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
    records: addTallies([best.records, ...others.map(({ records }) => asCopy(records))]),
    native: { ...best.native, copies: others.map(copyNote) },
  };
}

function fullest(copies: [Session, ...Session[]]): Session {
  let best = copies[0];
  for (const copy of copies) if (promptsOf(copy) > promptsOf(best)) best = copy;
  return best;
}

function promptsOf({ messages }: Session): number {
  return messages.filter(isPrompt).length;
}

/** The tally of records whose content the session has from elsewhere. */
function asCopy({ read, kept, skipped, unknown, malformed }: Tally): Tally {
  const copies = kept + total(unknown);
  return present({
    read,
    kept: 0,
    skipped: copies > 0 ? { ...skipped, copy: copies + (skipped?.copy ?? 0) } : skipped,
    malformed,
  });
}

function copyNote({ format, origin }: Session): JsonObject {
  return present({ format, path: origin.path, at: origin.at });
}
