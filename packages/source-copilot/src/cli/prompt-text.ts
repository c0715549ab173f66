import type { Synthetic, TextPart } from "@chatexport/core";
import { splitElements } from "@chatexport/core/read";

/** The kinds of texts that the tool adds to a prompt, by their tags. */
const addedTags: Readonly<Record<string, Synthetic>> = {
  current_datetime: "context",
  system_reminder: "reminder",
  reminder: "reminder",
  tagged_files: "context",
  attachments: "context",
  additional_context: "context",
};

/** A prompt: what was typed, and that among all that the model saw. */
export interface PromptText {
  typed: string;
  seen: string;
  pieces: TextPart[];
}

/** A prompt from what was typed and what the model saw. In 2025 one text held what was typed and what the tool added. */
export function promptText(typed: string, seen: string): PromptText {
  const pieces = splitElements(seen, addedTags);
  if (seen !== typed) return { typed, seen, pieces };
  const own = pieces.filter(({ synthetic }) => synthetic === undefined);
  return { typed: own.map(({ text }) => text.trim()).join("\n"), seen, pieces };
}
