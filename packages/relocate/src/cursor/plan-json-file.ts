import { writeFileSync } from "node:fs";
import { realPathOf } from "@chatexport/source-cursor/paths";
import { readBytes } from "../disk/look-at.js";
import type { Note, Rewrite } from "../move/store-plan.js";
import { Changes } from "../move/store-plan.js";
import { editMovedNames } from "./edit-moved-names.js";
import type { Moved } from "./moved.js";
import { malformedFile } from "./notes.js";

/** What becomes of a file that holds JSON; nothing when no place in it moves, or there is no such file. */
export function planJsonFile(
  path: string,
  field: string,
  moved: Moved,
  home?: string,
): { rewrite?: Rewrite; notes?: Note[] } {
  const changes = new Changes();
  const options = {
    isNested: () => false,
    ...(home !== undefined && { home }),
    tell: (from: string, to: string) => changes.add(field, from, to),
  };
  const edited = (tell: typeof options.tell) => {
    const content = readBytes(path);
    return editMovedNames(content, moved, { ...options, tell }) ?? content;
  };
  try {
    if (!moved.paths.mayHold(readBytes(path))) return {};
    edited(options.tell);
  } catch (cause) {
    // The source reports a file that cannot be opened.
    return cause instanceof SyntaxError ? { notes: [malformedFile(path)] } : {};
  }
  const list = changes.list();
  if (list.length === 0) return {};
  return {
    rewrite: {
      path: realPathOf(path),
      kind: "json",
      changes: list,
      absorbs: [],
      beside: [],
      write: (target) =>
        writeFileSync(
          target,
          edited(() => {}),
          { flag: "wx", mode: 0o600 },
        ),
    },
  };
}
