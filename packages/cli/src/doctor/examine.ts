import { type ListedSession, listSessions, present, type Source } from "@chatexport/core";
import type { DoctorOptions } from "../options.js";
import { searchedStores } from "../plugins/stores.js";
import { hasErrors, type Run } from "../run.js";
import { unmetNames } from "../selection/unmet.js";
import { version } from "../version.js";
import { openArchived } from "./archived.js";
import { deletionOf } from "./deletion.js";
import type { Findings } from "./findings.js";
import { missingProjects } from "./missing-projects.js";
import { keptMoves } from "./moves.js";
import { problemsOf } from "./problems.js";
import { sessionFacts } from "./session-facts.js";
import { sourceFindings } from "./source-findings.js";

/** Looks at all stores and at the archive; nothing is changed. Undefined when it was interrupted. */
export async function examine(
  sources: readonly Source[],
  options: DoctorOptions,
  run: Run,
): Promise<Findings | undefined> {
  const { messages, redaction, report, signal } = run;
  const progress = messages.progress();
  progress.update("Looking for sessions …");
  const listed = await listSessions(sources, { report, signal });
  progress.update("Counting what lies in the stores …");
  const stores = signal.aborted ? [] : await searchedStores(sources, run, { count: true });
  progress.end();
  if (signal.aborted) return undefined;

  const archived = await openArchived(options.out, listed, run);
  const factsOf = sessionFacts(listed, redaction);
  const unlisted = refsOf(listed).filter((ref) => ref.unlisted);
  const { moves, unreadable } = await keptMoves(options, redaction);
  const findings = {
    version,
    sources: await sourceFindings(sources, listed, stores, redaction),
    deletion: await deletionOf(refsOf(listed), archived.stateOf, factsOf),
    archive: archived.findings,
    missingProjects: await missingProjects(refsOf(listed), options, redaction),
    moves,
    unlisted: await factsOf(unlisted),
    problems: await problemsOf(run.diagnostics, redaction),
    unmet: [...(await unmetNames(options, async () => stores, listed)), ...unreadable],
  };
  return present({ ...findings, fine: isFine(findings) && !hasErrors(run) });
}

function refsOf(listed: readonly ListedSession[]) {
  return listed.map(({ ref }) => ref);
}

/** Whether each store that exists and the archive can be read, and everything named is there. */
function isFine({
  sources,
  archive,
  moves,
  unmet,
}: Pick<Findings, "sources" | "archive" | "moves" | "unmet">): boolean {
  const stores = sources.flatMap((source) => source.stores);
  return (
    unmet.length === 0 &&
    archive.reason === undefined &&
    moves.every(({ isUnfinished }) => !isUnfinished) &&
    stores.every(({ found, readable, isUnknownLayout }) =>
      found ? readable && !isUnknownLayout : true,
    )
  );
}
