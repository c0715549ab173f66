import {
  allMessages,
  isStartedBy,
  type Message,
  type Part,
  type Session,
  type ToolCall,
  withSubagents,
} from "@chatexport/core";
import { changesOf, editsMade, isPrompt, madeCommits, outputOf } from "@chatexport/document";
import { isTelling, normal } from "./added-lines.js";

/** The acts of a session that can be found again in a repository. */
export interface Work {
  source: string;
  /** Id of the session. */
  id: string;
  written: Written[];
  commits: CommitCall[];
}

/** Lines that an edit, or a command with a text in it, wrote. */
export interface Written {
  /** The file, as it was recorded; absent for a command. */
  path?: string;
  /** The command, where there is no edit. */
  command?: string;
  /** In their order, as `normal` writes them. */
  lines: string[];
  /** In milliseconds since 1970. */
  time: number;
  /** The prompt that it is due to: the last one before it. */
  prompt?: Message;
}

/** A call that ran `git commit`. */
export interface CommitCall {
  command: string;
  /** Hashes of commits that its output says were made, as short as it has them. */
  made: string[];
  /** Other words of its output that may be hashes. */
  named: string[];
  /** The time when it ran: milliseconds since 1970. */
  from: number;
  until: number;
  prompt?: Message;
}

/** The acts of a session, its sub-agents and the branches that were left included; not those copied from another session. */
export function workOf(session: Session): Work {
  const work: Work = { source: session.source, id: session.id, written: [], commits: [] };
  const prompts = new Map<Session, Message | undefined>();
  for (const each of withSubagents(session)) {
    const asked = prompts.get(each);
    let prompt = asked;
    for (const message of allMessages(each)) {
      // What a sub-agent was told is no prompt of the user.
      if (each === session && isPrompt(message)) prompt = message;
      if (message.copiedFrom !== undefined) continue;
      for (const part of message.parts) {
        addPart(part, { message, prompt, session: each }, work);
        if (part.type !== "tool-call") continue;
        for (const subagent of each.subagents ?? [])
          if (isStartedBy(part, subagent)) prompts.set(subagent, prompt);
      }
    }
  }
  return work;
}

/** The place of a part. */
interface Place {
  message: Message;
  prompt: Message | undefined;
  session: Session;
}

function addPart(part: Part, place: Place, { written, commits }: Work): void {
  const { message, prompt, session } = place;
  const started = part.type === "tool-call" ? part.startedAt : undefined;
  // Some tools keep no times of messages.
  const time = Date.parse(started ?? message.createdAt ?? session.startedAt ?? "");
  if (Number.isNaN(time)) return;
  const due = prompt && { prompt };
  for (const edit of editsMade(part)) {
    const lines = changesOf(edit, false).flatMap((change) => change.lines);
    const added = lines.filter((line) => line.startsWith("+")).map((line) => normal(line.slice(1)));
    if (added.length > 0)
      written.push({ path: edit.newPath ?? edit.path, lines: added, time, ...due });
  }
  if (part.type !== "tool-call" || part.kind !== "execute" || part.command === undefined) return;
  const { command } = part;
  const made = madeCommits(part);
  if (made)
    commits.push({
      command,
      made,
      named: hashesIn(part),
      from: time,
      until: endOf(part, time),
      ...due,
    });
  else if (command.includes("<<")) {
    written.push({
      command,
      lines: command.split("\n").map(normal).filter(isTelling),
      time,
      ...due,
    });
  }
}

/** In milliseconds: a call without an end is taken to have run for so long. */
const longestCall = 60_000;

function endOf({ completedAt = "" }: ToolCall, started: number): number {
  const ended = Date.parse(completedAt);
  return Number.isNaN(ended) ? started + longestCall : ended;
}

/** The words in the output of a call that may be hashes. */
function hashesIn(call: ToolCall): string[] {
  return outputOf(call).match(/(?<![0-9A-Za-z])[0-9a-f]{7,40}(?![0-9A-Za-z])/g) ?? [];
}
