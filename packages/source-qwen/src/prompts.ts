import type { Part, Synthetic } from "@chatexport/core";
import { syntheticOf } from "@chatexport/core/read";
import type { Fate } from "@chatexport/core/source";
import type { ChatRecord } from "./chat-record.js";
import { contentOf, partsOf } from "./content.js";
import type { Conversation } from "./conversation.js";

/** Kinds of records of a user that a person wrote, or another agent; the tool wrote the others. */
const writtenBy: Readonly<Record<string, Synthetic | undefined>> = {
  mid_turn_user_message: undefined,
  realtime_message: undefined,
  agent_launch_prompt: undefined,
  notification: "notification",
  background_task_completed: "notification",
  cron: "command",
  goal_runtime: "reminder",
};

/** A prompt, or what the tool says in a person's stead. */
export function readPrompt(record: ChatRecord, conversation: Conversation): Fate {
  conversation.endTurn();
  const { envelope, provenance } = record;
  const contents = contentOf(record);
  if (!contents) return "unknown";
  const subtype = envelope.word(Object.keys(writtenBy), "subtype");
  const isByTool = provenance !== undefined && provenance !== "real_user";
  const synthetic = subtype ? writtenBy[subtype] : isByTool ? "reminder" : undefined;
  const payload = envelope.object("systemPayload");
  const parts = markInjected(partsOf(contents), payload?.text("hookContext"));
  if (synthetic) for (const part of parts) if (part.type === "text") part.synthetic = synthetic;
  addTyped(parts, payload?.text("displayText"), synthetic);
  const whole = syntheticOf(parts);
  const message = conversation.begin(record, "user", parts, { synthetic: whole });
  conversation.keepMentions(message);
  return { kept: message };
}

/** The typed text comes first where the model got a longer one in its place, as for a command. */
function addTyped(
  parts: Part[],
  typed: string | undefined,
  synthetic: Synthetic | undefined,
): void {
  if (typed === undefined) return;
  const isThere = parts.some((part) => part.type === "text" && part.text.trim() === typed.trim());
  if (isThere) return;
  if (synthetic === undefined)
    for (const part of parts) if (part.type === "text") part.synthetic ??= "skill";
  const text = { type: "text" as const, text: typed };
  parts.unshift(synthetic ? { ...text, synthetic } : text);
}

/** Marks what the tool put beside the words of a person: reminders, files that they name, words of hooks. */
function markInjected(parts: Part[], hook: string | undefined): Part[] {
  let isFile = false;
  for (const part of parts) {
    if (part.type !== "text") continue;
    const text = part.text.trim();
    if (text.startsWith("--- Content from referenced files ---")) isFile = true;
    if (isFile) part.synthetic = "context";
    else if (text.startsWith("<system-reminder>") && text.endsWith("</system-reminder>"))
      part.synthetic = "reminder";
    else if (hook !== undefined && text !== "" && text.includes(hook.trim()))
      part.synthetic = "hook";
    if (text.endsWith("--- End of content ---")) isFile = false;
  }
  return parts;
}
