import type {
  DatasetContext,
  DatasetPlan,
  OutdatedSession,
  SessionRef,
  Sink,
} from "@chatexport/core";
import { plural, sessionKey } from "@chatexport/core/read";
import { basisOf, isIntact, type Manifest, readManifest } from "./manifest.js";
import type { Settings } from "./options.js";
import { writeDataset } from "./write-dataset.js";

/**
 * Says whether the data set in a folder is what these sessions make. Where it is not, all of them are needed:
 * what is repeated, and which are for tests, depends on all. Throws for a folder that holds something else, and
 * for a data set of sessions that are not among these.
 */
export async function planDataset(
  refs: readonly SessionRef[],
  context: DatasetContext,
  settings: Settings,
  rows: Sink,
): Promise<DatasetPlan> {
  const { folder, revisionOf, isForced, privacy } = context;
  const earlier = readManifest(folder);
  // Of two copies, hosts name the newer one first.
  const unique = new Map(refs.toReversed().map((ref) => [sessionKey(ref), ref]));
  const wanted = [...unique.values()];
  if (earlier && !isForced) refuseToForget(earlier, unique, folder);

  const known = new Map(earlier?.sessions.map((entry) => [sessionKey(entry), entry.revision]));
  const isSame = (ref: SessionRef) => known.get(sessionKey(ref)) === revisionOf(ref);
  const isKept =
    !isForced && earlier !== undefined && isIntact(folder, earlier, basisOf(settings, privacy));
  const isCurrent = isKept && known.size === wanted.length && wanted.every(isSame);
  const stateOf = (ref: SessionRef): OutdatedSession["state"] => {
    if (!known.has(sessionKey(ref))) return "new";
    return isKept && isSame(ref) ? "unchanged" : "changed";
  };
  return {
    outdated: isCurrent ? [] : wanted.map((ref) => ({ ref, state: stateOf(ref) })),
    write: async (sessions) =>
      isCurrent
        ? { files: [], leftOut: [] }
        : writeDataset(sessions, { context, settings, rows, earlier }),
  };
}

/** Refuses to drop sessions that this export did not find or choose. */
function refuseToForget(
  { sessions }: Manifest,
  wanted: ReadonlyMap<string, SessionRef>,
  folder: string,
): void {
  const missing = sessions.filter((entry) => !wanted.has(sessionKey(entry))).length;
  if (missing === 0) return;
  throw new Error(
    `${plural(missing, "session")} of the data set in ${folder} would be lost, since this export has not found or not chosen them: name another folder, or add --force`,
  );
}
