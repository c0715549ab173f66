import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { textOf } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { withoutRows } from "@chatexport/relocate/records";
import type { PlannedDeletion } from "../own-session.js";
import { Draft } from "../records/draft.js";
import { changeFiles, fileWith } from "../records/edit.js";
import {
  aboutThread,
  databasesOf,
  goingOnFrom,
  type OwnThread,
  ownFiles,
  withAgents,
} from "./own-threads.js";

/** The databases that Codex itself clears of a session (0.171.0), but for the queue of prompts that wait. */
const kinds = ["state", "thread_history", "goals", "memories", "logs"];

const idColumns = [
  "threads.id",
  "*.thread_id",
  "*.session_id",
  "*.parent_thread_id",
  "*.child_thread_id",
];

/**
 * Says what goes when a session is deleted, with its sub-agents; nothing is changed. Throws `ChangeError` for one that
 * other sessions go on from, which Codex does not delete, either.
 */
export function planThreadDeletion(thread: OwnThread): PlannedDeletion {
  const { home, locator, all } = thread;
  const threads = withAgents(locator);
  const [child] = goingOnFrom(threads, all);
  if (child)
    throw new ChangeError(
      "occupied",
      `Session ${child.id} of Codex goes on from this one: it would lose its beginning.`,
    );
  const ids = threads.map(({ id }) => id);
  const removed = threads.flatMap(ownFiles).flatMap(withOtherForm);
  const lists = () =>
    ["session_index.jsonl", "history.jsonl"]
      .map((name) => join(home, name))
      .filter((path) => existsSync(path) && !without(ids, path).equals(readFileSync(path)));
  const rows = () =>
    databasesOf(home, kinds).flatMap((path) => withoutRows(path, idColumns, ids) ?? []);
  const size = () =>
    removed.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
  const bytes = size();
  return {
    bytes,
    removed,
    rewritten: [...lists(), ...rows().map(({ path }) => path)],
    apply: (options) =>
      changeFiles(aboutThread(thread), { ...options, needsRest: true }, () => {
        if (size() !== bytes)
          throw new ChangeError("changed", `Session ${locator.id} has changed: look at it again.`);
        return {
          rewrites: [...lists().map((path) => fileWith(path, () => without(ids, path))), ...rows()],
          removed,
          async verify() {
            const [left] = removed.filter((path) => existsSync(path));
            if (left !== undefined) throw new ChangeError("not-verified", `${left} is still there`);
          },
        };
      }),
  };
}

/** A rollout may lie beside its compressed form. */
function withOtherForm(path: string): string[] {
  const other = path.endsWith(".zst") ? path.slice(0, -".zst".length) : `${path}.zst`;
  return existsSync(other) ? [path, other] : [path];
}

/** The lines of a file about other sessions. */
function without(ids: readonly string[], path: string): Buffer {
  const draft = Draft.read(path);
  draft.lines = draft.lines.filter(
    ({ record }) => !ids.includes(textOf(record?.id) ?? textOf(record?.session_id) ?? ""),
  );
  return draft.bytes();
}
