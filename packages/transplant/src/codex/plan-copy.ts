import { randomUUID } from "node:crypto";
import { objectOf, type System } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { rolloutPath } from "@chatexport/source-codex/paths";
import type { PlannedCopy } from "../own-session.js";
import { countPrompts, missingPrompt, untilPrompt } from "../prompts.js";
import { lostText } from "../read-back.js";
import { readSession } from "../read-session.js";
import { changeFiles, fileWith } from "../records/edit.js";
import { aboutThread, loadConversation, type OwnThread } from "./own-threads.js";
import { type RolloutLine, rolloutLines, typeOf } from "./rollout-lines.js";
import { turnStart } from "./turns.js";

/**
 * Says how a session becomes another one with the same content, or with what was said until the prompt `at`, counted
 * from 1, was answered; nothing is changed. Throws `ChangeError` for a missing prompt, and when nothing was said in it.
 */
export async function planThreadCopy(
  thread: OwnThread,
  system: System,
  at?: number,
): Promise<PlannedCopy> {
  const { locator } = thread;
  const original = await loadConversation(thread);
  const prompts = countPrompts(original);
  if (at !== undefined && at > prompts) throw missingPrompt(at, original);
  const lines = rolloutLines(locator);
  const kept =
    at === undefined || at === prompts ? lines : lines.slice(0, turnStart(lines, original, at + 1));
  const now = new Date();
  const id = randomUUID();
  const path = rolloutPath(id, now, system);
  const content = copyOfRollout(kept, { from: locator.id, to: id, at: now });
  const about = aboutThread(thread);
  const { folder } = about;
  return {
    ...{ id, path, folder, bytes: content.length, files: 1 },
    apply: (options) =>
      changeFiles({ ...about, session: id }, options, () => ({
        rewrites: [fileWith(path, () => content)],
        async verify() {
          const after = await readSession(path, id, "codex");
          const expected = at === undefined ? original : untilPrompt(original, at);
          const lost = lostText(expected, after);
          if (lost)
            throw new ChangeError(
              "not-verified",
              `read back from ${path}, this is missing: ${lost}`,
            );
        },
      })),
  };
}

/** The content of a rollout with these lines and another id. It needs no other file. */
function copyOfRollout(
  lines: readonly RolloutLine[],
  { from, to, at }: { from: string; to: string; at: Date },
): Buffer {
  const copied = lines.map(({ line }, index) => {
    const { payload, ordinal } = line.record ?? {};
    if (ordinal !== undefined && ordinal !== index) line.set(["ordinal"], index);
    const values = objectOf(payload) ?? {};
    const names =
      typeOf(line) === "session_meta" ? ["id", "session_id"] : ["thread_id", "session_id"];
    for (const name of names) if (values[name] === from) line.set(["payload", name], to);
    return line;
  });
  const [header] = copied;
  if (header) {
    for (const name of ["history_base", "forked_from_ordinal_exclusive"])
      if (objectOf(header.record?.payload)?.[name] !== undefined)
        header.set(["payload", name], undefined);
    header.set(["payload", "id"], to);
    header.set(["payload", "timestamp"], at.toISOString());
    // By this, what it repeats is not counted again.
    header.set(["payload", "forked_from_id"], from);
  }
  return Buffer.concat(copied.map(({ bytes }) => bytes));
}
