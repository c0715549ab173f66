import type { Message, Part, Session, ToolCall } from "@chatexport/core";
import * as kit from "@chatexport/testkit";

/** A session with these messages. */
export function sessionOf(messages: Message[], rest: Partial<Session> = {}): Session {
  return kit.sessionOf(messages, { title: "The ferry timetable", ...rest });
}

/** The message of a user. */
export function prompt(id: string, text: string): Message {
  return { ...kit.prompt(id, text), createdAt: "2026-03-04T09:15:00Z" };
}

/** The message of a model. */
export function answer(id: string, ...parts: (Part | string)[]): Message {
  return { ...kit.answer(id, ...parts), createdAt: "2026-03-04T09:16:00Z" };
}

/** A command with what it printed. */
export function ran(id: string, command: string, output: string, isError = false): ToolCall {
  return kit.ran(command, output, {
    id,
    input: { command },
    status: isError ? "failed" : "completed",
    result: { ...kit.resultOf(output), isError },
  });
}

/** A file that was read. */
export function read(id: string, path: string, text: string): ToolCall {
  return {
    type: "tool-call",
    id,
    name: "View",
    kind: "read",
    locations: [{ path }],
    input: { path },
    status: "completed",
    result: { content: [{ type: "text", text }], isError: false },
  };
}
