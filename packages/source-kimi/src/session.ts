import { allMessages, nonEmpty, type Session } from "@chatexport/core";
import { beginsPrompt, promptTitle } from "@chatexport/core/read";
import { todoListFile } from "@chatexport/core/source";
import type { About } from "./about.js";
import type { Conversation } from "./conversation.js";

/** The session that was read. */
export function sessionOf(
  path: string,
  id: string,
  conversation: Conversation,
  { title, titleFrom, model, archived }: About,
): Session {
  const { draft, cwd, usage, native, todos, tools } = conversation;
  const { messages, branches } = conversation.lines();
  const times = draft.messages.flatMap(({ createdAt, completedAt = createdAt }) =>
    createdAt ? [createdAt, completedAt] : [],
  );
  return draft.session({
    id,
    source: "kimi",
    format: "kimi/jsonl",
    title,
    titleFrom: title === undefined ? undefined : titleFrom,
    startedAt: times[0],
    updatedAt: times.at(-1),
    cwd,
    model,
    archived,
    messages,
    branches,
    attachments: nonEmpty(todoListFile(todos, messages)),
    tools: nonEmpty([...tools.values()]),
    usage,
    origin: { path },
    native,
  });
}

/** The first prompt of a person, or of the agent that started a sub-agent. */
export function firstPrompt({ messages }: Session): string | undefined {
  const typed = messages.find(({ role, synthetic }) => role === "user" && !synthetic);
  const part = typed?.parts.find((one) => one.type === "text" && !one.synthetic);
  return part?.type === "text" ? part.text : undefined;
}

/** Both programs make titles of first prompts, until a person or the model gives another one. */
export function titleFrom(
  title: string | undefined,
  told: Session["titleFrom"],
  session: Session,
): Session["titleFrom"] {
  if (title === undefined) return undefined;
  const isPrompt = [...allMessages(session)].some(({ parts: [part], role }) => {
    if (role !== "user" || part?.type !== "text") return false;
    return beginsPrompt(title, part.text) || promptTitle(part.text) === title;
  });
  return told !== "user" && isPrompt ? "first-message" : (told ?? "user");
}
