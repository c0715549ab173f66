import { basename, join } from "node:path";
import { type JsonObject, nonEmpty, present, type Session, schemaVersion } from "@chatexport/core";
import { attempt, readTextFile } from "@chatexport/core/read";
import { keyValues } from "@chatexport/sqlite";
import type { Copy } from "../conversation/copy.js";
import type { ListContext, ReadContext } from "../locate/contexts.js";
import { entriesOf, statOf } from "../locate/folders.js";
import { textFile } from "../locate/store-files.js";
import { planSuffix } from "../sidecars/plans.js";
import type { Sidecars } from "../sidecars/sidecars.js";

/** The plans in folders like `~/.cursor` (late 2025 on) that belong to none of the conversations. */
export function listUnnamedPlans(
  dotFolders: readonly string[],
  copies: readonly Copy[],
  sidecars: Sidecars,
  context: ListContext,
): Copy[] {
  const all = dotFolders.flatMap((folder) => plansIn(join(folder, "plans"), context));
  const without = (plans: readonly Copy[], nativeOf: (copy: Copy) => JsonObject) => {
    const files = copies.flatMap((copy) => sidecars.findPlans(copy.id, nativeOf(copy)));
    const named = new Set(files.map(({ name }) => name));
    return plans.filter(({ path }) => !named.has(basename(path)));
  };
  // Most are in the registry, without a look at each conversation.
  const left = nonEmpty(without(all, () => ({})));
  return left ? without(left, (copy) => referencesOf(copy, context)) : [];
}

function plansIn(folder: string, context: ListContext): Copy[] {
  const names = entriesOf(folder, context).files.filter((name) => name.endsWith(planSuffix));
  return names.map((name): Copy => {
    const path = join(folder, name);
    const stat = statOf(path);
    const title = titleOf(path);
    return present({
      id: name.slice(0, -planSuffix.length),
      format: "cursor/plan",
      path,
      title,
      titleFrom: title === undefined ? undefined : "generated",
      modifiedAt: stat?.mtime.toISOString(),
      bytes: stat?.size,
      revision: `${stat?.size}.${stat?.mtimeMs}`,
      listedBy: "empty",
    });
  });
}

/** The `name` in the head of YAML. */
function titleOf(path: string): string | undefined {
  const [, name = ""] = /^name:(.*)$/m.exec(attempt(() => readTextFile(path)) ?? "") ?? [];
  return name.trim().replace(/^(["'])(.*)\1$/, "$2") || undefined;
}

/** The field in which a composer names plans. */
function referencesOf({ path, key, format }: Copy, { databases }: ListContext): JsonObject {
  if (key === undefined || format === "cursor/tabs") return {};
  const rows = attempt(() => keyValues(databases.open(path), "cursorDiskKV"));
  const [referencedPlans = null] = rows?.extract(key, ["$.referencedPlans"]) ?? [];
  return { referencedPlans };
}

/** A session without messages, to which the plan is attached. */
export function readPlan({ id, path }: Copy, { files }: ReadContext): Session {
  const plan = { type: "file", mediaType: "text/markdown", name: basename(path), path } as const;
  return {
    schemaVersion,
    id,
    source: "cursor",
    format: "cursor/plan",
    messages: [],
    attachments: [textFile(plan, path, files)],
    records: { read: 1, kept: 1 },
    origin: { path },
  };
}
