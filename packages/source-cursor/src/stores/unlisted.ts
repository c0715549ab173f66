import type { Copy } from "../copy.js";
import type { EditorIndex } from "./editor-index.js";

/**
 * Tells which composers no index of the editor names, so that the editor shows them nowhere. Only the
 * table of 3.12 and the lists of all workspaces (until 2.6) are complete; the row between them was
 * written late and held only some, so that with it nobody can tell. `isWhole`: all databases of a
 * `User` folder were read.
 */
export function unlistedTest(
  { entries, members, projects }: EditorIndex,
  isWhole: boolean,
): (copy: Copy) => boolean {
  const has = (from: string) => entries.some((entry) => entry.from === from);
  const isComplete = has("table") || (has("workspace") && !has("heads"));
  const listed = new Set(
    [...entries.map(({ id }) => id), ...members.map(({ id }) => id), ...projects.keys()].map((id) =>
      id.toLowerCase(),
    ),
  );
  return ({ id, key, parent }) =>
    isWhole &&
    isComplete &&
    // Sub-agents are shown inside of the conversation that started them.
    parent === undefined &&
    key?.startsWith("composerData:") === true &&
    !listed.has(id.toLowerCase());
}
