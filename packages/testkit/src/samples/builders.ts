import {
  type ExecuteCall,
  type Message,
  type Part,
  type Session,
  schemaVersion,
  type TaskCall,
  type TextPart,
  type ToolResult,
} from "@chatexport/core";

/*
 * Small builders for tests: each makes the least that the model allows, and takes what the test is
 * about. They give new objects each time.
 */

/** A session with these messages and, besides what every session has, a title. */
export function sessionOf(messages: Message[], rest: Partial<Session> = {}): Session {
  return {
    schemaVersion,
    id: "5f0c7d1e",
    title: "A title",
    source: "demo",
    format: "demo",
    messages,
    records: { read: 0, kept: 0 },
    origin: {},
    ...rest,
  };
}

/** The message of a user; a string is a text. */
export function prompt(id: string, ...parts: (Part | string)[]): Message {
  return { id, role: "user", parts: parts.map(partOf) };
}

/** The message of a model; a string is a text. */
export function answer(id: string, ...parts: (Part | string)[]): Message {
  return { id, role: "assistant", parts: parts.map(partOf) };
}

/** A text as a part of a message. */
export function said(text: string): TextPart {
  return { type: "text", text };
}

/** A result of a tool that went well; a string is a text. */
export function resultOf(...content: (Part | string)[]): ToolResult {
  return { content: content.map(partOf), isError: false };
}

/** A command that was run in a shell, with what it printed. */
export function ran(command: string, output: string, rest: Partial<ExecuteCall> = {}): ExecuteCall {
  const result = resultOf(output);
  const call = { type: "tool-call", id: "call", name: "Shell", kind: "execute" } as const;
  return { ...call, command, status: "completed", result, ...rest };
}

/** A call that hands work to the sub-agent with this id. */
export function taskFor(subagent: string, rest: Partial<TaskCall> = {}): TaskCall {
  const call = { type: "tool-call", id: "call", name: "Task", kind: "task" } as const;
  return { ...call, status: "completed", subagent, ...rest };
}

function partOf(part: Part | string): Part {
  return typeof part === "string" ? said(part) : part;
}
