import { type JsonObject, present, type SessionRef } from "@chatexport/core";
import {
  groupBy,
  listOf,
  objectsOf,
  parseJson,
  promptTitle,
  readTextFile,
  textOf,
  utcTime,
} from "@chatexport/core/read";

/** A session of which the list of prompts tells. */
export type PromptedSession = Pick<SessionRef, "id" | "title" | "startedAt" | "updatedAt">;

/** The entries of a list of prompts. Throws when it cannot be read. */
export function promptsIn(path: string): JsonObject[] {
  const list = listOf(parseJson(readTextFile(path)));
  if (!list) throw new Error("The file holds no list.");
  return objectsOf(list);
}

/** The sessions of which a list of prompts has one. */
export function promptedIn(path: string): PromptedSession[] {
  const entries = promptsIn(path).filter(({ sessionId }) => textOf(sessionId));
  return [...groupBy(entries, ({ sessionId }) => String(sessionId))].map(([id, own]) => {
    const times = own.flatMap(({ timestamp }) => utcTime(timestamp) ?? []);
    const said = own.map(({ message }) => textOf(message) ?? "");
    const title = said.map(promptTitle).find((text) => text && !text.startsWith("/"));
    return present<PromptedSession>({ id, title, startedAt: times[0], updatedAt: times.at(-1) });
  });
}
