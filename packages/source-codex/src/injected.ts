import type { Synthetic, TextPart } from "@chatexport/core";
import { listOf, textOf } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import { blockTexts } from "./content.js";

/** The beginnings of texts that the tool puts into the place of the user. */
const beginnings: readonly (readonly [beginning: string, synthetic: Synthetic])[] = [
  ["<environment_context>", "context"],
  ["<recommended_plugins>", "context"],
  ["<extension_context>", "context"],
  ["<external_", "context"],
  ["<user_instructions>", "instructions"],
  ["# AGENTS.md instructions", "instructions"],
  ["<INSTRUCTIONS>", "instructions"],
  ["<permissions instructions>", "instructions"],
  ["<skills_instructions>", "instructions"],
  ["<skill>", "skill"],
  ["<turn_aborted>", "notification"],
  ["<subagent_notification>", "notification"],
  ["<agent_message_board_notification>", "notification"],
  ["Warning: apply_patch was requested via ", "notification"],
  ["Warning: The maximum number of unified exec processes you can keep open is", "notification"],
  ["Warning: Your account was flagged for potentially high-risk cyber activity", "notification"],
  ["<user_shell_command>", "command"],
  ["<user_action>", "notification"],
  ["<hook_prompt", "hook"],
  ["<goal_context>", "context"],
  ["<codex_internal_context>", "context"],
];

/**
 * The texts of a message in the place of the user that the tool wrote, and why. Where the message
 * does not name the kind of each of its texts, one of the tool's makes all of them the tool's: a
 * prompt is alone.
 */
export function injectedTexts(payload: Fields): Map<string, Synthetic> {
  const kinds = kindsOf(payload);
  const texts = blockTexts(payload);
  const injected = new Map<string, Synthetic>();
  for (const [index, text] of texts.entries()) {
    const synthetic = injectedBy(text, kinds[index]);
    if (synthetic) injected.set(text, synthetic);
  }
  if (kinds.length === 0 && injected.size > 0)
    for (const text of texts) if (!injected.has(text)) injected.set(text, "context");
  return injected;
}

function injectedBy(text: string, kind: string | undefined): Synthetic | undefined {
  if (kind?.startsWith("user.")) return undefined;
  const start = text.trimStart();
  const known = beginnings.find(([beginning]) => start.startsWith(beginning))?.[1];
  return known ?? (kind === undefined || kind === "unknown" ? undefined : "context");
}

/** True when a message says itself that a person wrote it, or a part of it. */
export function isOfUser(payload: Fields): boolean {
  return kindsOf(payload).some((kind) => kind?.startsWith("user."));
}

/**
 * The beginnings of a prompt that editors and the desktop app put together of what is open and what was
 * typed (2025, 2026).
 */
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

/**
 * The kind of each piece of a message, where the tool names it: "user.text",
 * "agents_md.instructions".
 */
function kindsOf(payload: Fields): (string | undefined)[] {
  const notes = payload.object("internal_chat_message_metadata_passthrough");
  return (listOf(notes?.json("content_item_kinds")) ?? []).map(textOf);
}
