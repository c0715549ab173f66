import type { JsonObject, Message, Session } from "@chatexport/core";
import { allMessages, withSubagents } from "@chatexport/core";
import { changedFiles, takeCounts } from "./edits.js";
import { fieldsOf } from "./fields.js";

/** The paths of all files that calls of some sessions have edited. */
export function editedPaths(sessions: readonly Session[]): string[] {
  return sessions
    .flatMap((session) => [...withSubagents(session)])
    .flatMap((session) => [...allMessages(session)].flatMap(pathsIn));
}

function pathsIn({ parts }: Message): string[] {
  return parts.flatMap((part) =>
    part.type === "tool-call" && "edits" in part
      ? (part.edits ?? []).flatMap(({ path, newPath }) => [path, newPath ?? path])
      : [],
  );
}

/**
 * Adds to the end of each turn the files that changed in it and that no call has edited: a command did. With a
 * prompt, the tool notes what changed until the next one.
 */
export function addTurnEdits(
  messages: readonly Message[],
  changesOf: ReadonlyMap<Message, readonly JsonObject[]>,
  elsewhere: readonly string[],
): void {
  for (const [index, prompt] of messages.entries()) {
    const changes = changesOf.get(prompt) ?? [];
    if (changes.length === 0) continue;
    const next = messages.findIndex(({ role }, at) => at > index && role === "user");
    const turn = messages.slice(index + 1, next === -1 ? undefined : next);
    const last = turn.findLast(({ role }) => role === "assistant");
    const paths = [...turn.flatMap(pathsIn), ...elsewhere].map(plain);
    const edits = changedFiles(
      changes.map(fieldsOf).filter((change) => takeCounts(change) > 0),
    ).filter(({ path }) => {
      const own = plain(path);
      return !paths.some((known) => known === own || known.endsWith(`/${own}`));
    });
    if (last && edits.length > 0) last.parts.push({ type: "edit", edits });
  }
}

function plain(path: string): string {
  return path.replaceAll("\\", "/").replace(/^\.\//, "");
}
