import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  defined,
  type FilePart,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
} from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import { type KeyValues, keyValues } from "@chatexport/sqlite";
import type { Copy } from "../conversation/copy.js";
import { type ListContext, tryDatabase } from "../locate/contexts.js";
import { trackingDatabase } from "../locate/file-names.js";
import { pathsOf, type Shape } from "../locate/shapes.js";
import { storeFiles } from "../locate/store-files.js";
import { withContext } from "../parse/composer/context-parts.js";
import { readAiTracking } from "./ai-code-tracking.js";
import { type Plans, plans, readRegistry } from "./plans.js";

/** The facts about conversations that Cursor keeps apart from them. */
export interface Sidecars {
  /** The copy with the title of its summary, if it has no better one. */
  completeCopy(copy: Copy): Copy;
  /** The session with its plans, and with what is tracked of its code; its sub-agents likewise. */
  completeSession(session: Session): Session;
  /** The plans that are known to be of a conversation, and those that its `native` names. */
  plansOf(id: string, native?: JsonObject): FilePart[];
}

/** Reads the sidecars beside all stores; reports those that cannot be read. */
export function readSidecars(shapes: readonly Shape[], context: ListContext): Sidecars {
  const dotFolders = pathsOf(shapes, "dot-folder");
  const databases = dotFolders.map((folder) => join(folder, trackingDatabase)).filter(existsSync);
  const tracking = new Map(
    databases.flatMap((path) => [...(tryDatabase(path, context, readAiTracking) ?? [])]),
  );
  const plans = plansOf(pathsOf(shapes, "user-folder"), dotFolders, context);
  const completeSession = (session: Session): Session => {
    const tracked = tracking.get(session.id.toLowerCase());
    const files = plansFor(session, plans);
    const { code, summary } = tracked ?? {};
    const aiCodeTracking = {
      ...code,
      ...(summary && { summary: present<JsonObject>({ ...summary }) }),
    };
    return {
      ...session,
      messages: withContext(session.messages, present({ summary: aiCodeTracking.summary })),
      ...defined({
        model: session.model ?? summary?.model,
        attachments: nonEmpty([...(session.attachments ?? []), ...files]),
        native: tracked ? { ...session.native, aiCodeTracking } : session.native,
        subagents: session.subagents?.map(completeSession),
      }),
    };
  };
  return {
    completeCopy(copy) {
      const tracked = tracking.get(copy.id.toLowerCase());
      if (!tracked) return copy;
      const title = copy.titleFrom ? undefined : tracked.summary?.title;
      return {
        ...copy,
        ...(title !== undefined && { title, titleFrom: "generated" }),
        revision: `${copy.revision}.${JSON.stringify(tracked)}`,
      };
    },
    completeSession,
    plansOf: (id, native) => plansFor(defined({ id, native }), plans),
  };
}

function plansOf(
  userFolders: readonly string[],
  dotFolders: readonly string[],
  context: ListContext,
): Plans[] {
  const folders = dotFolders.map((folder) => join(folder, "plans"));
  const files = storeFiles(folders);
  const registries = userFolders.map((folder) =>
    readRegistry(globalItems(folder, context), context),
  );
  return [[], ...registries].flatMap((registry) =>
    [...folders, ""].map((folder) => plans(registry, folder, files)),
  );
}

/** Reports nothing: listing the conversations of the database did. */
function globalItems(userFolder: string, { databases }: ListContext): KeyValues | undefined {
  const path = join(userFolder, "globalStorage", "state.vscdb");
  return attempt(() =>
    existsSync(path) ? keyValues(databases.open(path), "ItemTable") : undefined,
  );
}

/** Each plan once, with its text where any folder has it. */
function plansFor(
  { id, native }: Pick<Session, "id" | "native">,
  sources: readonly Plans[],
): FilePart[] {
  const found = new Map<string, FilePart>();
  for (const source of sources)
    for (const file of source.of(id, native ?? {})) {
      const name = file.name ?? "";
      if (file.text !== undefined || !found.has(name)) found.set(name, file);
    }
  return [...found.values()];
}
