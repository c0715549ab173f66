import type { Message, Part, Session } from "@chatexport/core";

/** A small session with these messages. */
export function sessionOf(messages: Message[], rest: Partial<Session> = {}): Session {
  return {
    schemaVersion: 1,
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

/** What a user says. */
export function prompt(text: string, id = "prompt"): Message {
  return { id, role: "user", parts: [{ type: "text", text }] };
}

/** What a model says and does. */
export function answer(...parts: Part[]): Message {
  return { id: "answer", role: "assistant", parts };
}
