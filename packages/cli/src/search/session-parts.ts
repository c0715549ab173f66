import type { Branch, Message, Part, Session, ToolCall } from "@chatexport/core";
import type { Role } from "../options.js";
import { fileTexts, remindersOf, textsOf } from "./part-texts.js";

/** A part of a session with all texts in it: a title, a prompt, a tool call with its result. */
export interface SessionPart {
  /** Whose words it is, the system's where the tool itself wrote it; absent for a title. */
  role?: Role;
  in: "title" | Part["type"];
  /** The same line may stand in several of them. */
  texts: string[];
  /** Absent for what belongs to the session as a whole. */
  message?: Message;
  call?: ToolCall;
  /** The line that it stands on, unless that is the active one. */
  branch?: Branch;
  /** The sub-agent that it is of. */
  subagent?: Session;
}

/**
 * Everything in a session that can be searched, sub-agents included. It depends on the shape of the
 * session alone, so that a part of the masked session stands at the same place.
 */
export function* partsOf(session: Session, subagent?: Session): Generator<SessionPart> {
  const place = subagent ? { subagent } : {};
  // A title that was made from the first prompt is found there.
  if (session.title !== undefined && session.titleFrom !== "first-message")
    yield { in: "title", texts: [session.title], ...place };
  const isAgent = subagent !== undefined || session.parent?.relation === "subagent";
  for (const message of session.messages)
    for (const part of messageParts(message, isAgent)) yield { ...part, ...place };
  for (const branch of session.branches ?? [])
    for (const message of branch.messages)
      for (const part of messageParts(message, isAgent)) yield { ...part, branch, ...place };
  for (const file of session.attachments ?? [])
    yield { role: "tool", in: "file", texts: fileTexts(file), ...place };
  for (const each of session.subagents ?? []) yield* partsOf(each, each);
}

function* messageParts(message: Message, isAgent: boolean): Generator<SessionPart> {
  // No person talks to a sub-agent: its prompts are words of the agent that started it.
  const role = isAgent && message.role === "user" ? "assistant" : message.role;
  for (const part of message.parts) {
    const call = part.type === "tool-call" ? { call: part } : {};
    yield { role: roleOf(part, role), in: part.type, texts: textsOf(part), message, ...call };
    const reminders = remindersOf(part);
    if (reminders.length > 0) yield { role: "system", in: "text", texts: reminders, message };
  }
}

function roleOf(part: Part, role: Role): Role {
  switch (part.type) {
    case "tool-call":
    case "tool-result":
      return "tool";
    case "compaction":
    case "notice":
    case "unknown":
      return "system";
    case "text":
      return part.synthetic === undefined ? role : "system";
    default:
      return role;
  }
}
