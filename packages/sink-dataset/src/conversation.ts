import {
  type Context,
  type DatasetPrivacy,
  type Session,
  type Sink,
  withSubagents,
} from "@chatexport/core";
import { renderAlone } from "@chatexport/core/host";
import { isPrompt } from "@chatexport/document";
import type { Settings } from "./options.js";
import { outcomesOf } from "./outcome.js";
import { type Fingerprint, fingerprintOf } from "./repetition.js";

/** The counts of a session. */
interface SessionCounts {
  /** Sub-agents that did a part of the work. */
  subagents: number;
  messages: number;
  prompts: number;
  calls: number;
}

/** The facts about a session whose lines have been written. */
export interface Conversation {
  source: string;
  startedAt?: string;
  models: readonly string[];
  /** The mark that tells its project from others, on whatever machine it lies. */
  project?: string;
  fingerprint: Fingerprint;
  counts: SessionCounts & {
    /** Lines of JSON. */
    rows: number;
  };
}

/** The reason why a session is too short, in a few words; undefined when it is not. */
export function reasonTooShort(
  { prompts, calls }: SessionCounts,
  { fewestPrompts, fewestCalls }: Settings,
): string | undefined {
  if (prompts < fewestPrompts) return "with fewer prompts";
  return calls < fewestCalls ? "with fewer calls" : undefined;
}

/** The reason why a session ended otherwise than it should, in a few words; undefined when it did not. */
export function reasonOtherEnd(session: Session, { outcome }: Settings): string | undefined {
  if (outcome.length === 0) return undefined;
  const outcomes = outcomesOf(session);
  const missed = outcome.find((one) => !outcomes.has(one));
  return missed && reasons[missed];
}

const reasons = {
  "tests-passed": "without tests that passed",
  committed: "without a commit",
  "not-interrupted": "interrupted",
} satisfies Record<Settings["outcome"][number], string>;

/** The lines of a session, in which what people have decided about in a review is masked. */
export async function linesOf(
  session: Session,
  rows: Sink,
  { privacy, ...context }: Context & { privacy?: DatasetPrivacy },
): Promise<{ lines: Buffer; reviewed: Session }> {
  const lines = await rendered(session, rows, context);
  const reviewed = (await privacy?.reviewed(session, lines.toString())) ?? session;
  // What the first one reported holds of both.
  const silent = { ...context, report: () => {} };
  return {
    lines: reviewed === session ? lines : await rendered(reviewed, rows, silent),
    reviewed,
  };
}

async function rendered(session: Session, rows: Sink, context: Context): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of renderAlone(rows, session, context))
    pieces.push(typeof piece === "string" ? Buffer.from(piece) : piece);
  return Buffer.concat(pieces);
}

/** The conversation with these counts and lines. */
export function conversationOf(
  session: Session,
  counts: SessionCounts,
  lines: Buffer,
): Conversation {
  const { source, startedAt, project, git, cwd } = session;
  const name = project?.remote ?? git?.remote ?? project?.path ?? project?.uri ?? cwd;
  const answers = Array.from(withSubagents(session), ({ messages }) => messages).flat();
  const models = answers.flatMap(({ role, model }) => (role === "assistant" && model ? model : []));
  return {
    source,
    ...(startedAt !== undefined && { startedAt }),
    ...(name !== undefined && { project: name }),
    models: [...new Set(models)],
    fingerprint: fingerprintOf(session),
    counts: { ...counts, rows: lineCount(lines) },
  };
}

/** Counts a session; prompts are its own: what sub-agents were told is none of a person's. */
export function countsOf(session: Session): SessionCounts {
  const all = [...withSubagents(session)];
  const messages = all.flatMap((each) => each.messages);
  return {
    subagents: all.filter((each) => each !== session && each.purpose === undefined).length,
    messages: messages.length,
    prompts: session.messages.filter(isPrompt).length,
    calls: messages.flatMap(({ parts }) => parts).filter(({ type }) => type === "tool-call").length,
  };
}

function lineCount(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf("\n"); at !== -1; at = bytes.indexOf("\n", at + 1)) count++;
  return count;
}
