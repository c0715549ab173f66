import { resolve } from "node:path";
import { accountExports, accountOptions, accountSource } from "@chatexport/account-exports";
import { checkOptions, type PluginOptions, type Source } from "@chatexport/core";
import type { EmptyOptions } from "@chatexport/core/source";
import { parts, says } from "./conversations.js";

/** Describes the options of this source. */
export const options: PluginOptions = accountOptions(
  "Export of a ChatGPT account: the ZIP file, its folder, or a file of conversations",
);

/**
 * Reads the export of a ChatGPT account, as the website's settings offer it. It has no default place: without
 * roots there are no sessions.
 */
export default function chatGpt(given: EmptyOptions = {}): Source {
  checkOptions(given, options);
  const { roots = [], empty = false } = given;
  const exports = accountExports(parts, [...new Set(roots.map((root) => resolve(root)))]);
  return accountSource(exports, {
    name: parts.name,
    empty,
    async load(id, locator, context) {
      // Most of the work is loading; a list is faster without it.
      const { loadConversation } = await import("./load-conversation.js");
      return loadConversation(id, locator, exports, context);
    },
    says: Object.values(says),
  });
}
