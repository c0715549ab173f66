import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Session } from "@chatexport/core";
import { sessionFiles } from "@chatexport/source-claude/paths";
import { countPrompts, untilPrompt } from "../prompts.js";
import { lostText } from "../read-back.js";
import type { Draft } from "./draft.js";
import {
  changeFiles,
  type Edit,
  type EditOptions,
  fileWith,
  readConversation,
  readTranscript,
} from "./edit.js";
import { editOf } from "./edit-draft.js";
import type { Line } from "./line.js";
import { notVerified } from "./not-verified.js";
import { promptLine } from "./prompt-line.js";

/** A session as a copy of another one. */
export interface Copy {
  /** Its id, and its transcript. */
  session: string;
  path: string;
  /** The edit that copies the transcript; `after` is the content of the copy. */
  edit: Edit;
  /** Files that belong to the session, such as the transcripts of its sub-agents, by their new paths. */
  sideFiles: Map<string, string>;
  at: number | undefined;
}

/**
 * Says how a session becomes another one with the same content, or with what was said until the prompt `at`,
 * counted from 1, was answered; nothing is changed. Throws `ChangeError` for a missing prompt, and when nothing was
 * said in it.
 */
export async function planCopy(path: string, at?: number): Promise<Copy> {
  const session = randomUUID();
  const original = await readConversation(path);
  const { edit } = editOf(path, (draft) => {
    if (at !== undefined) cutAfter(draft, original, at);
    for (const line of draft.lines)
      if (typeof line.record?.sessionId === "string") line.set(["sessionId"], session);
  });
  const folder = join(dirname(path), session);
  const { own } = sessionFiles(path);
  return {
    session,
    path: `${folder}.jsonl`,
    edit,
    sideFiles: new Map(
      own.map((from) => [folder + from.slice(path.length - ".jsonl".length), from]),
    ),
    at,
  };
}

/** Leaves out what came after the answer to a prompt: the client goes on from the last record that is left. */
function cutAfter(draft: Draft, session: Session, number: number): void {
  const prompt = promptLine(draft, session, number);
  if (countPrompts(session) === number) return;
  const { links } = draft;
  const next = promptLine(draft, session, number + 1);
  const between = links.slice(links.indexOf(prompt) + 1, links.indexOf(next));
  const above = draft.ancestors();
  // Upwards, since an answer to a prompt that was taken back may lie in between; but a prompt that was sent while
  // the model answered does not follow the answer.
  const last = above(next).find((line) => line === prompt || isAnswer(line)) ?? prompt;
  const answer =
    last === prompt
      ? between.findLast((line) => isAnswer(line) && above(line).includes(prompt))
      : last;
  draft.remove(new Set(links.slice(links.indexOf(answer ?? prompt) + 1)));
  // Prompts that waited may be among those that are left out; the others stand where they were sent.
  draft.lines = draft.lines.filter(({ record }) => record?.type !== "queue-operation");
}

function isAnswer({ record, blocks }: Line): boolean {
  return record?.type === "assistant" || blocks.some(({ type }) => type === "tool_result");
}

/**
 * Makes the copy, and reads it back: all that was said is there. Resolves to the name of the change, for `undo`
 * of `@chatexport/relocate`.
 */
export async function applyCopy(copy: Copy, options: EditOptions): Promise<string> {
  const { session, path, edit, sideFiles, at } = copy;
  const original = await readTranscript(edit.path);
  return changeFiles({ ...edit, session }, options, () => ({
    rewrites: [
      fileWith(path, () => edit.after),
      ...[...sideFiles].map(([to, from]) => fileWith(to, () => readFileSync(from))),
    ],
    async verify() {
      const after = await readTranscript(path);
      const expected = original && at !== undefined ? untilPrompt(original, at) : original;
      const lost = expected && lostText(expected, after);
      if (lost) throw notVerified(edit, path, `this is missing: ${lost}`);
    },
  }));
}
