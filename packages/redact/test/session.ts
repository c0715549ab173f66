import type { Context, Part, Session, ToolCall } from "@chatexport/core";
import { answer, sessionOf } from "@chatexport/testkit";
import redactor, { type RedactOptions } from "../src/index.js";

const context: Context = { report() {}, signal: new AbortController().signal };

/** A session with one message of these parts. */
export function sessionWith(...parts: Part[]): Session {
  return sessionOf([{ ...answer("message"), parts }]);
}

/** A call with what the test adds. */
export function call(rest: Partial<ToolCall> = {}): Part {
  return {
    type: "tool-call",
    id: "call",
    name: "Bash",
    kind: "other",
    status: "completed",
    ...rest,
  } as Part;
}

/** The session after a new redactor with these options masked it. */
export async function masked(session: Session, options?: RedactOptions): Promise<Session> {
  return redactor(options).session(session, context);
}

/** The text after a new redactor with these options masked it. */
export async function maskedText(text: string, options?: RedactOptions): Promise<string> {
  return (await redactor(options).texts([text]))[0] ?? "";
}
