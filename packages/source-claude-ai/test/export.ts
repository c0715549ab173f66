import {
  type Diagnostic,
  type Message,
  type Session,
  type SessionRef,
  type Source,
  sessions,
  tallyAddsUp,
} from "@chatexport/core";
import { expect } from "vitest";
import claudeAi from "../src/index.js";
import { folderWith } from "./folder.js";

/** The id that the first messages name as their parent. */
export const root = "00000000-0000-4000-8000-000000000000";

/** A message as an export holds it, ten seconds after the one before. */
export function message(
  number: number,
  sender: string,
  content: unknown,
  more: object = {},
): object {
  const time = `2026-03-02T09:00:${String(number * 10).padStart(2, "0")}.123456Z`;
  return {
    uuid: `m${number}`,
    text: "",
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    sender,
    created_at: time,
    updated_at: time,
    attachments: [],
    files: [],
    ...more,
  };
}

/** A conversation as an export holds it. */
export function conversation(id: string, messages: unknown[], more: object = {}): object {
  return {
    uuid: id,
    name: "Bread for two",
    summary: "",
    created_at: "2026-03-02T09:00:00.000000Z",
    updated_at: "2026-03-02T09:05:00.000000+00:00",
    account: { uuid: "99999999-9999-4999-8999-999999999999" },
    chat_messages: messages,
    ...more,
  };
}

/** The sessions that were read, with the reports. */
export interface Read {
  refs: SessionRef[];
  sessions: Session[];
  diagnostics: Omit<Diagnostic, "cause" | "message">[];
}

/** Lists and loads all conversations at the roots. */
export async function read(...roots: string[]): Promise<Read> {
  const all: Read = { refs: [], sessions: [], diagnostics: [] };
  const report = ({ cause: _, message: __, ...diagnostic }: Diagnostic) =>
    all.diagnostics.push(diagnostic);
  const source: Source = claudeAi({ roots });
  for await (const { ref, session } of sessions([source], { report })) {
    expect(tallyAddsUp(session.records)).toBe(true);
    all.refs.push(ref);
    all.sessions.push(session);
  }
  await source.close?.();
  return all;
}

/** The only conversation of an export with these messages. */
export async function readOne(messages: unknown[], more: object = {}): Promise<Session> {
  const file = JSON.stringify([conversation("c1", messages, more)]);
  const [session] = (await read(folderWith({ "conversations.json": file }))).sessions;
  if (!session) throw new Error("no session");
  return session;
}

/** All that a message says. */
export const textOf = ({ parts }: Message) =>
  parts.map((part) => ("text" in part ? part.text : part.type)).join("");
