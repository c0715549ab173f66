import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contextFor } from "@chatexport/core";
import { oneLine } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { withValue } from "@chatexport/relocate/records";
import { listThreads } from "@chatexport/source-codex/paths";
import type { PlannedRenaming } from "../own-session.js";
import { Draft } from "../records/draft.js";
import { changeFiles, fileWith } from "../records/edit.js";
import { aboutThread, databasesOf, type OwnThread } from "./own-threads.js";

/** The database of threads has their names, too (0.171.0). */
const nameColumn = { table: "threads", key: "id", column: "name" };

/** Says what changes when a session gets a name, as `/rename` of Codex gives it (0.171.0); nothing is changed. */
export function planThreadRenaming(thread: OwnThread, title: string): PlannedRenaming {
  const { home, locator } = thread;
  const { id } = locator;
  const index = join(home, "session_index.jsonl");
  const rows = () =>
    databasesOf(home, ["state"]).flatMap((path) => withValue(path, nameColumn, id, title) ?? []);
  return {
    rewritten: [index, ...rows().map(({ path }) => path)],
    apply: (options) =>
      changeFiles(aboutThread(thread), { ...options, needsRest: true }, () => ({
        rewrites: [fileWith(index, () => withName(index, id, title)), ...rows()],
        async verify() {
          const refs = listThreads([home], true, contextFor({}, {}));
          if (refs.find((ref) => ref.id === id)?.title !== oneLine(title))
            throw new ChangeError(
              "not-verified",
              `read back from ${index}, the title is not there`,
            );
        },
      })),
  };
}

/** The names of sessions, of which the last one counts. */
function withName(index: string, id: string, title: string): Buffer {
  const draft = existsSync(index) ? new Draft(readFileSync(index)) : new Draft(Buffer.alloc(0));
  draft.append({ id, thread_name: title, updated_at: new Date().toISOString() });
  return draft.bytes();
}
