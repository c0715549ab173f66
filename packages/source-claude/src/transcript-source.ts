import { apiVersion, type Source, withSubagents } from "@chatexport/core";
import { unknownNamesIn } from "@chatexport/core/read";
import type { Locator } from "./head/locator.js";
import { type ListOptions, listSessionsAt } from "./list/list-sessions.js";
import { storesAt } from "./list/list-stores.js";
import type { Client } from "./locate/qoder.js";
import type { Root } from "./locate/roots.js";

/** Describes the option that names the places to read. */
export const rootsOption = {
  type: "string",
  multiple: true,
  description: "Config folder, project folder, folder of transcripts, or one transcript",
} as const;

/** A source of a client's transcripts. Roots and settings may change between two calls. */
export function transcriptSource(
  client: Client,
  roots: () => Root[],
  options: () => Omit<ListOptions, "client">,
  requestLog?: boolean,
): Source {
  const listing = () => ({ ...options(), client });
  const source: Source<Locator> = {
    name: client,
    apiVersion,
    stores: (context, { count = false } = {}) =>
      storesAt(roots(), { ...listing(), count }, context),
    async *list(context) {
      for (const ref of await listSessionsAt(roots(), listing(), context))
        yield { ...ref, source: client };
    },
    unknownNames: (context) => unknownNamesIn(source, context),
    async load(ref, context) {
      // Listing has no use for what reads records.
      const { loadSession } = await import("./load/load-session.js");
      const session = await loadSession(ref, requestLog, context);
      for (const each of withSubagents(session)) each.source = client;
      return session;
    },
    async mayContain(ref, words, context) {
      const { mayContain } = await import("./load/may-contain.js");
      return mayContain(ref, words, context);
    },
  };
  return source;
}
