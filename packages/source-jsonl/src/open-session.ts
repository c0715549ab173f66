import {
  type JsonObject,
  type Message,
  present,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import { fieldsWhere, listOf, saysSomething } from "@chatexport/core/read";
import { addNative, type Holder } from "@chatexport/core/source";

/** A session whose end has not come yet. */
export interface OpenSession {
  /** Absent for one whose own line is damaged: what belongs to it is left out. */
  session?: Session;
  /** The messages of each branch by its id. */
  branches: Map<string, Message[]>;
  /** For each message that was added the line that it is on. */
  added: Message[][];
  /** Lines that may have been messages and were left out. */
  leftOut: number;
  /** The last line that was not JSON, and how many messages had been added before it. */
  damage?: { line: number; added: number };
}

/** Keeps the fields of a line that only a later version, or another program, writes. */
export function addRest(holder: Holder, rest: JsonObject): void {
  addNative(holder, fieldsWhere(rest, saysSomething));
}

/** A session with no messages yet; the header was checked. */
export function openSession(header: JsonObject): OpenSession & { session: Session } {
  // The header names its branches without their messages, and has neither messages nor sub-agents.
  const { messages, subagents, ...rest } = header;
  const fields = rest as unknown as Session;
  const session: Session = { ...fields, schemaVersion, messages: [] };
  addRest(session, present<JsonObject>({ messages, subagents }));
  if (listOf(header.branches) && fields.branches)
    session.branches = fields.branches.map((branch) => ({ ...branch, messages: [] }));
  const branches = new Map<string, Message[]>();
  for (const { id, messages } of session.branches ?? [])
    if (!branches.has(id)) branches.set(id, messages);
  return { session, branches, added: [], leftOut: 0 };
}

/**
 * Stands for a session whose line is damaged, so that its messages get into no other session; they are
 * only counted.
 */
export function lostSession(messages: number): OpenSession {
  return { branches: new Map(), added: Array.from({ length: messages }, () => []), leftOut: 0 };
}

/** Adds a branch that the header does not name; why it was left is unknown. */
export function addBranch({ branches }: OpenSession, session: Session, id: string): void {
  const messages: Message[] = [];
  session.branches ??= [];
  session.branches.push({ id, reason: "orphan", messages });
  branches.set(id, messages);
}

/** Adds a message to a branch or the active branch, and remembers to which; it was checked. */
export function addTo(open: OpenSession, branch: string | undefined, message: JsonObject): void {
  const { session, branches, added } = open;
  const line = branch === undefined ? session?.messages : branches.get(branch);
  line?.push(message as unknown as Message);
  added.push(line ?? []);
}

/** Takes all messages out again but the given number; the result tells how many they were. */
export function takeOut({ added }: OpenSession, kept: number): number {
  const lines = added.splice(kept);
  for (const line of lines) line.pop();
  return lines.length;
}
