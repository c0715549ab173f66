import { readFileSync } from "node:fs";
import { ChangeError } from "@chatexport/relocate";
import { withoutRows } from "@chatexport/relocate/records";
import type { PlannedTrim, TrimOptions } from "../own-session.js";
import { fromPrompt } from "../prompts.js";
import { lostText } from "../read-back.js";
import { readSession } from "../read-session.js";
import { changeFiles, fileWith } from "../records/edit.js";
import {
  aboutThread,
  databasesOf,
  goingOnFrom,
  loadConversation,
  type OwnThread,
} from "./own-threads.js";
import { rolloutLines } from "./rollout-lines.js";
import { trimRollout } from "./trim-rollout.js";

/**
 * Says what can be left out of a session; nothing is changed. Throws `ChangeError` for one whose rollout other files
 * go on from, by numbers of its lines and bytes, or that goes on from another one.
 */
export async function planThreadTrim(thread: OwnThread, wanted: TrimOptions): Promise<PlannedTrim> {
  const { locator, home, all } = thread;
  const { id, segments } = locator;
  const [{ path } = { path: "" }] = segments;
  const [child] = goingOnFrom([locator], all);
  if (child || segments.length > 1) {
    const why = child
      ? `session ${child.id} goes on from it`
      : "it is in several files, of which one goes on from the other";
    throw new ChangeError(
      "occupied",
      `The session cannot be trimmed: ${why}. chatexport clone ${id} makes a copy that can.`,
    );
  }
  const original = await loadConversation(thread);
  const before = readFileSync(path);
  const { lines, saved } = trimRollout(rolloutLines(locator), original, wanted);
  const after = Buffer.concat(lines.map(({ bytes }) => bytes));
  // What Codex shows of a session, by numbers of its lines and bytes; without that, it reads the rollout (0.171.0).
  const rows = () =>
    databasesOf(home, ["thread_history"]).flatMap(
      (database) => withoutRows(database, ["*.thread_id"], [id]) ?? [],
    );
  return {
    ...{ saved, bytesBefore: before.length, bytesAfter: after.length },
    apply: (options) =>
      changeFiles(aboutThread(thread), { ...options, needsRest: true }, () => {
        if (!readFileSync(path).equals(before))
          throw new ChangeError("changed", `${path} has changed: look at it again.`, {
            paths: [path],
          });
        return {
          rewrites: [fileWith(path, () => after), ...rows()],
          async verify() {
            const left = await readSession(path, id, "codex");
            const expected =
              wanted.before === undefined ? original : fromPrompt(original, wanted.before);
            const lost = lostText(expected, left);
            if (lost)
              throw new ChangeError(
                "not-verified",
                `read back from ${path}, this is missing: ${lost}`,
              );
          },
        };
      }),
  };
}
