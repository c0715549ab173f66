import type { JsonObject, Synthetic, TextPart } from "@chatexport/core";
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

/** How a prompt begins that editors and the desktop app put together of what is open and what was typed (2025, 2026). */
const wrappers: readonly string[] = [
  "# Context from my IDE setup:",
  "# Files mentioned by the user:",
  "This block is automatically supplied ambient UI state",
];

const request = "## My request for Codex:";

/** A prompt as the tool's part, with the line that ends it, and what the person typed behind it. */
export function splitPrompt(text: string): { context: string; typed: string } {
  const start = text.trimStart();
  const isWrapped = start.startsWith(request) || wrappers.some((each) => start.startsWith(each));
  const at = isWrapped ? text.indexOf(request) : -1;
  const end = at === -1 ? 0 : at + request.length;
  const length = end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
  // Nothing was typed: then the whole is the prompt.
  return at === -1 || length === text.length
    ? { context: "", typed: text }
    : { context: text.slice(0, length), typed: text.slice(length) };
}

/** A prompt as parts: what the tool put before it is marked. */
export function promptParts(part: TextPart): TextPart[] {
  const { context, typed } = splitPrompt(part.text);
  if (context === "") return [part];
  return [
    { type: "text", text: context, synthetic: "context" },
    { ...part, text: typed },
  ];
}

/** What each piece of a message is, where the tool says so: "user.text", "agents_md.instructions". */
export function kindsOf(payload: JsonObject): (string | undefined)[] {
  const notes = objectOf(payload.internal_chat_message_metadata_passthrough);
  return (listOf(notes?.content_item_kinds) ?? []).map(textOf);
}
