import { dirname } from "node:path";
import { ChangeError, change } from "@chatexport/relocate";
import { withItem } from "@chatexport/relocate/records";
import {
  type ChatList,
  chatIndexKey,
  chatRows,
  mostListed,
  withRows,
} from "@chatexport/source-copilot/paths";
import { type EditOptions, storePlan } from "../records/edit.js";

/** The newest chats that a list has room for: the editor drops the rows of others when it writes the next one. */
export function listable({ entries, missing }: ChatList): ChatList["missing"] {
  const room = Math.max(0, mostListed - Object.keys(entries).length);
  const time = ({ updatedAt, startedAt = "" }: ChatList["missing"][number]) =>
    updatedAt ?? startedAt;
  return [...missing].sort((a, b) => (time(a) < time(b) ? 1 : -1)).slice(0, room);
}

/**
 * Adds rows for chats to the lists of VS Code, to all or none, and reads them back. Resolves to the name of the
 * change, for `undo`. Throws `ChangeError` while the editor runs, and when a list has changed since.
 */
export async function listAgain(
  lists: readonly ChatList[],
  { command, ...options }: EditOptions,
): Promise<string> {
  const folders = lists.map(({ database }) => dirname(database));
  const about = { command, source: "copilot", session: "--list" };
  const [folder = ""] = folders;
  return change({ about, folder, folders, needsRest: true, ...options }, async () => {
    for (const { database, entries } of lists)
      if (JSON.stringify(chatRows(database)) !== JSON.stringify(entries))
        throw new ChangeError("changed", `${database} has changed: list its chats again.`);
    const rewrites = lists.map((list) =>
      withItem(list.database, chatIndexKey, withRows(list.entries, listable(list))),
    );
    return { plans: [storePlan("copilot", { rewrites })], verify: async () => verify(lists) };
  });
}

function verify(lists: readonly ChatList[]): void {
  for (const list of lists) {
    const rows = chatRows(list.database) ?? {};
    const wanted = [...Object.keys(list.entries), ...listable(list).map(({ id }) => id)];
    const lost = wanted.find((id) => !Object.hasOwn(rows, id));
    if (lost !== undefined)
      throw new ChangeError("not-verified", `Read back from ${list.database}: ${lost} is missing.`);
  }
}
