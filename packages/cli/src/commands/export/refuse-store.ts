import { resolve } from "node:path";
import { isArchive } from "@chatexport/archive";
import { type Source, safeLine } from "@chatexport/core";
import { toolOf } from "@chatexport/document";
import { searchedStores } from "../../host/plugins/searched-stores.js";
import type { Run } from "../../host/run.js";
import { isBelow } from "../../host/selection/project-filter.js";
import { usageError } from "../../terminal/cli-error.js";

/**
 * Throws a usage error where a new folder of documents would lie among the own files of a tool, which may take them for
 * sessions.
 */
export async function refuseStore(
  out: string,
  sources: readonly Source[],
  run: Pick<Run, "report" | "signal">,
): Promise<void> {
  if (await isArchive(out)) return;
  const stores = await searchedStores(sources, run);
  const store = stores.find(({ found, path }) => found && isBelow(resolve(out), path));
  if (store)
    throw usageError(
      `--out ${safeLine(out)}: ${toolOf(store.source)} keeps its own files in ${safeLine(store.path)}; choose another place.`,
    );
}
