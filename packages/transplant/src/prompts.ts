import { defined, isStartedBy, type Message, type Session } from "@chatexport/core";
import { plural, taskCalls } from "@chatexport/core/read";
import { isPrompt } from "@chatexport/document";
import { ChangeError } from "@chatexport/relocate";

/** The number of prompts on the active branch of a session. */
export function countPrompts({ messages }: Session): number {
  return messages.filter(isPrompt).length;
}

/** The reason why there is no prompt of this number. */
export function missingPrompt(number: number, session: Session | undefined): ChangeError {
  const count = session ? countPrompts(session) : 0;
  const message = `There is no prompt ${number}: the session has ${plural(count, "prompt")}.`;
  return new ChangeError("missing-prompt", message);
}

/** A session as it was when its prompt of this number, counted from 1, had been answered. */
export function untilPrompt(session: Session, number: number): Session {
  const prompts = session.messages.filter(isPrompt);
  const next = prompts[number];
  if (!next) return session;
  let end = session.messages.indexOf(next);
  // A compaction that the next prompt asked for stands before it.
  while (end > 0 && !isAnswerOrPrompt(session.messages[end - 1])) end--;
  const messages = session.messages.slice(0, end);
  const calls = taskCalls({ ...session, messages, branches: [] });
  const subagents = session.subagents?.filter((agent) =>
    calls.some((call) => isStartedBy(call, agent)),
  );
  return { ...session, messages, ...defined({ subagents }) };
}

/** The part of a session from its prompt of this number on, counted from 1. */
export function fromPrompt(session: Session, number: number): Session {
  const prompt = session.messages.filter(isPrompt)[number - 1];
  if (!prompt) return session;
  return { ...session, messages: session.messages.slice(session.messages.indexOf(prompt)) };
}

function isAnswerOrPrompt(message: Message | undefined): boolean {
  return message !== undefined && (message.role === "assistant" || isPrompt(message));
}
