import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context, Session } from "@chatexport/core";
import { type WordEncoding, WordSearch } from "@chatexport/core/read";
import type { Head } from "./head.js";
import { isEventLog } from "./locate.js";
import { says } from "./says.js";

export { listSessions, storesAt } from "./list-sessions.js";

/** Loads a session with its sub-agents. Throws when nothing of it can be read. */
export async function loadSession(head: Head, context: Context): Promise<Session> {
  context.signal.throwIfAborted();
  // Most of the work is loading; a list is faster without it.
  switch (head.kind) {
    case "cli":
      return (await import("./cli/load-session.js")).loadCli(head, context);
    case "chat":
    case "stored-chat":
      return (await import("./vscode/load-chat.js")).loadChat(head, context);
    case "turns":
      return (await import("./cli/turns.js")).loadTurns(head);
  }
}

/** Signs of a text that is not there as it is: a path in an address, an image as numbers. */
const encodings: readonly WordEncoding[] = [
  { sign: "%", pattern: /%(?:3\d|[46][1-9a-f]|[57][\da]|5f)/ },
];

/** True when a session could hold all of the words, from what is stored of it; false is certain. */
export async function mayContain(
  head: Head,
  words: readonly string[],
  context: Context,
): Promise<boolean> {
  const search = new WordSearch(words, encodings);
  for (const text of [JSON.stringify(head), ...Object.values(says)]) search.lookIn(text);
  await search.lookInFile(head.path, context);
  const folder = dirname(head.path);
  if (isEventLog(head.path))
    for (const name of ["plan.md", "session.db", "session.db-wal"]) {
      const isThere = existsSync(join(folder, name));
      if (isThere) await search.lookInFile(join(folder, name), context);
    }
  // A database may keep a text in pieces.
  if (head.kind === "turns" || head.kind === "stored-chat") search.giveUp();
  return search.isOver;
}
