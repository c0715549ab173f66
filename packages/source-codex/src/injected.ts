import type { JsonObject, Synthetic } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";

/** How texts begin that the tool puts into the place of the user. */
const beginnings: readonly (readonly [beginning: string, synthetic: Synthetic])[] = [
  ["<environment_context>", "context"],
  ["<user_instructions>", "instructions"],
  ["# AGENTS.md instructions", "instructions"],
  ["<INSTRUCTIONS>", "instructions"],
  ["<permissions instructions>", "instructions"],
  ["<skills_instructions>", "instructions"],
  ["<skill>", "skill"],
  ["<turn_aborted>", "notification"],
  ["<subagent_notification>", "notification"],
  ["<user_shell_command>", "command"],
  ["<user_action>", "notification"],
  ["<hook_prompt", "hook"],
  ["<goal_context>", "context"],
  ["<codex_internal_context>", "context"],
];

/** Why the tool wrote a text that stands in the place of the user's; undefined for what a person wrote. */
export function injectedBy(text: string, kind?: string): Synthetic | undefined {
  if (kind?.startsWith("user.")) return undefined;
  const start = text.trimStart();
  const known = beginnings.find(([beginning]) => start.startsWith(beginning))?.[1];
  return known ?? (kind === undefined || kind === "unknown" ? undefined : "context");
}

/** What each piece of a message is, where the tool says so: "user.text", "agents_md.instructions". */
export function kindsOf(payload: JsonObject): (string | undefined)[] {
  const notes = objectOf(payload.internal_chat_message_metadata_passthrough);
  return (listOf(notes?.content_item_kinds) ?? []).map(textOf);
}
