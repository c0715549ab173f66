import type { Session } from "@chatexport/core";
import { documentTree } from "@chatexport/document";
import { type MarkdownOptions, settingsOf } from "./options.js";
import { head, limitsOf, partLowerer, partMarkdown, processorWith, referencesOf } from "./parts.js";

export type { References } from "./phrasing.js";
export { remarkChatexport } from "./remark-chatexport.js";

/**
 * A session as one Markdown document. Small images are in it; of other files it says the names.
 * Plugins must not be asynchronous; the sink takes others, too.
 */
export function toMarkdown(session: Session, options: MarkdownOptions = {}): string {
  const given = settingsOf(options);
  const references = referencesOf(session);
  const lower = partLowerer(references, given);
  const parts = [
    ...head(session, given, references),
    ...documentTree(session, given, limitsOf(given)),
  ].map(lower);
  if (given.remarkPlugins.length === 0) return parts.map(partMarkdown).join("").toWellFormed();
  const processor = processorWith(given);
  const root = processor.runSync({ type: "root", children: parts.flat() });
  return processor.stringify(root).toWellFormed();
}
