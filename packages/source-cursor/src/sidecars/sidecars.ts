import { existsSync } from "node:fs";
import { join } from "node:path";
import { defined, nonEmpty, present, type Session } from "@chatexport/core";
import { attempt, textOf } from "@chatexport/core/read";
import { type KeyValues, keyValues } from "@chatexport/sqlite";
import type { Copy } from "../conversation/copy.js";
import { type ListContext, tryDatabase } from "../locate/contexts.js";
import { trackingDatabase } from "../locate/file-names.js";
import { pathsOf, type Shape } from "../locate/shapes.js";
import { withContext } from "../parse/composer/context-parts.js";
import { readAiTracking } from "./ai-code-tracking.js";
import { type FindPlans, planFinder, readRegistry } from "./plans.js";

/** The facts about conversations that Cursor keeps apart from them. */
export interface Sidecars {
  /** The copy with the title of its summary, if it has no better one. */
  completeCopy(copy: Copy): Copy;
  /** The session with its plans, and with what is tracked of its code; its sub-agents likewise. */
  completeSession(session: Session): Session;
  /** The plans that are known to be of a conversation, and those that its `native` names. */
  findPlans: FindPlans;
}

/** Reads the sidecars beside all stores; reports those that cannot be read. */
export function readSidecars(shapes: readonly Shape[], context: ListContext): Sidecars {
  const dotFolders = pathsOf(shapes, "dot-folder");
  const databases = dotFolders.map((folder) => join(folder, trackingDatabase)).filter(existsSync);
  const tracking = new Map(
    databases.flatMap((path) => [...(tryDatabase(path, context, readAiTracking) ?? [])]),
  );
  const registries = pathsOf(shapes, "user-folder").map((folder) =>
    readRegistry(globalItems(folder, context), context),
  );
  const findPlans = planFinder(registries, dotFolders);
  const completeSession = (session: Session): Session => {
    const tracked = tracking.get(session.id.toLowerCase());
    const files = findPlans(session.id, session.native ?? {});
    const { code, summary } = tracked ?? {};
    return {
      ...session,
      messages: withContext(session.messages, present({ summary })),
      ...defined({
        model: session.model ?? textOf(summary?.model),
        attachments: nonEmpty([...(session.attachments ?? []), ...files]),
        native: tracked
          ? { ...session.native, aiCodeTracking: { ...code, ...present({ summary }) } }
          : session.native,
        subagents: session.subagents?.map(completeSession),
      }),
    };
  };
  return {
    completeCopy(copy) {
      const tracked = tracking.get(copy.id.toLowerCase());
      if (!tracked) return copy;
      const title = copy.titleFrom ? undefined : textOf(tracked.summary?.title);
      return {
        ...copy,
        ...(title !== undefined && { title, titleFrom: "generated" }),
        revision: `${copy.revision}.${JSON.stringify(tracked)}`,
      };
    },
    completeSession,
    findPlans,
  };
}

/** Reports nothing: listing the conversations of the database did. */
function globalItems(userFolder: string, { databases }: ListContext): KeyValues | undefined {
  const path = join(userFolder, "globalStorage", "state.vscdb");
  return attempt(() =>
    existsSync(path) ? keyValues(databases.open(path), "ItemTable") : undefined,
  );
}
