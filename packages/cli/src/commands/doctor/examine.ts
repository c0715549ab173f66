import { homedir } from "node:os";
import { resolve } from "node:path";
import { type Coverage, isArchive, readArchive } from "@chatexport/archive";
import {
  defined,
  listSessions,
  messageOf,
  present,
  type SessionRef,
  type Source,
  safeLine,
} from "@chatexport/core";
import { maskedRefs } from "../../host/content/redaction.js";
import { version } from "../../host/files/package-file.js";
import { searchedStores } from "../../host/plugins/searched-stores.js";
import { hasErrors, type Run } from "../../host/run.js";
import { idBeginnings } from "../../host/selection/id-beginnings.js";
import { unmatchedNames } from "../../host/selection/unmatched-names.js";
import type { OptionsOf } from "../../options/option-table.js";
import { commandLine } from "../../terminal/shell-words.js";
import type {
  ArchiveFindings,
  ChangeFindings,
  Deletion,
  ExpiringSession,
  Findings,
  MissingProject,
  SessionFacts,
} from "./findings.js";
import { problemsOf } from "./problems.js";
import { sourceFindings } from "./source-findings.js";

/** Looks at all stores and at the archive; nothing is changed. Undefined when it was interrupted. */
export async function examine(
  sources: readonly Source[],
  options: OptionsOf<"doctor">,
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

  const refs = listed.map(({ ref }) => ref);
  const { archive, stateOf } = await compareArchive(options.out, refs, run);
  const { changes, unreadable } = await keptChanges(options);
  const unmatched = await unmatchedNames(options, async () => stores, listed, run.diagnostics);
  const shown = await redaction.data({
    sources: sourceFindings(sources, listed, stores),
    archive,
    missingProjects: await missingProjectsOf(refs, options),
    changes,
    problems: problemsOf(run.diagnostics),
    unreadable,
  });
  const shortId = idBeginnings(refs);
  const factsOf = async (some: readonly SessionRef[]) =>
    (await maskedRefs(some, redaction)).map((ref) => sessionFacts(ref, shortId(ref)));
  const expiring = expiringSoon(refs);
  const facts = await factsOf(expiring);
  const next = expiring.flatMap((ref, index) => {
    const known = facts[index];
    return known ? [{ ...known, expiresAt: ref.expiresAt, archive: stateOf(ref) }] : [];
  });
  const findings = {
    version,
    sources: shown.sources,
    deletion: deletionOf(next),
    archive: shown.archive,
    missingProjects: shown.missingProjects,
    changes: shown.changes,
    unlisted: await factsOf(refs.filter((ref) => ref.unlisted)),
    problems: shown.problems,
    unmet: [...unmatched, ...shown.unreadable],
  };
  return present({ ...findings, fine: isFine(findings) && !hasErrors(run) });
}

/** Compares the archive in a folder with the sessions that were found; nothing is written. */
async function compareArchive(
  path: string,
  refs: readonly SessionRef[],
  { report }: Run,
): Promise<{ archive: ArchiveFindings; stateOf(ref: SessionRef): Coverage }> {
  const states = new Map<SessionRef, Coverage>();
  const sinks = new Set<string>();
  const found = await isArchive(path);
  let reason: string | undefined;
  if (found) {
    try {
      const archive = await readArchive(path, { report });
      for (const ref of refs) states.set(ref, await archive.stateOf(ref));
      for (const { documents } of archive.sessions.values())
        for (const { sink } of documents) sinks.add(sink);
    } catch (cause) {
      reason = messageOf(cause);
    }
  }
  const stateOf = (ref: SessionRef) => states.get(ref) ?? "none";
  const counts: Record<Coverage, number> = { current: 0, older: 0, none: 0 };
  for (const ref of refs) counts[stateOf(ref)]++;
  return { archive: present({ path, found, reason, counts, sinks: [...sinks].sort() }), stateOf };
}

/** True when each store that exists and the archive can be read, and everything named is there. */
function isFine({
  sources,
  archive,
  changes,
  unmet,
}: Pick<Findings, "sources" | "archive" | "changes" | "unmet">): boolean {
  const stores = sources.flatMap((source) => source.stores).filter(({ found }) => found);
  return (
    unmet.length === 0 &&
    archive.reason === undefined &&
    changes.every(({ isUnfinished }) => !isUnfinished) &&
    stores.every(({ readable, isUnknownLayout }) => readable && !isUnknownLayout)
  );
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Those that the tools will delete in the next 30 days, the first ones first. */
function expiringSoon(refs: readonly SessionRef[]) {
  const latest = Date.now() + 30 * dayMilliseconds;
  return refs
    .filter((ref): ref is SessionRef & { expiresAt: string } => timeOf(ref) <= latest)
    .sort((a, b) => timeOf(a) - timeOf(b));
}

function timeOf({ expiresAt = "" }: Pick<SessionRef, "expiresAt">): number {
  return Date.parse(expiresAt);
}

function deletionOf(next: ExpiringSession[]): Deletion {
  const now = Date.now();
  const until = (time: number) => next.filter((session) => timeOf(session) <= time).length;
  return {
    overdue: until(now),
    within7Days: until(now + 7 * dayMilliseconds),
    within30Days: next.length,
    next,
  };
}

/** Undefined where stores may be copies or of another machine: their projects are elsewhere. */
async function missingProjectsOf(
  refs: readonly SessionRef[],
  { home, root }: OptionsOf<"doctor">,
): Promise<MissingProject[] | undefined> {
  if (root || (home !== undefined && resolve(home) !== resolve(homedir()))) return undefined;
  const { missingProjects } = await import("@chatexport/relocate");
  return missingProjects(refs).map(({ isInner, ...project }) => {
    const words = ["move", project.path, project.movedTo ?? "NEW", "--sessions-only"];
    const repair = isInner ? undefined : commandLine(words, defined({ home }));
    return present({ ...project, repair });
  });
}

/** Changes to stores of which something is kept, the latest first, or a sentence about a journal that cannot be read. */
async function keptChanges({
  home,
  root,
}: OptionsOf<"doctor">): Promise<{ changes: ChangeFindings[]; unreadable: string[] }> {
  if (root) return { changes: [], unreadable: [] };
  const { listTransactions, ChangeError } = await import("@chatexport/relocate");
  try {
    const changes = listTransactions(defined({ home })).reverse();
    return {
      changes: changes.map(({ phase, size: bytes, ...change }) => ({ ...change, bytes })),
      unreadable: [],
    };
  } catch (cause) {
    if (!(cause instanceof ChangeError)) throw cause;
    return { changes: [], unreadable: [safeLine(cause.message)] };
  }
}

function sessionFacts(ref: SessionRef, shortId: string): SessionFacts {
  const { id, source, title, startedAt, updatedAt, project } = ref;
  return present({ id, shortId, source, title, project: project?.name, startedAt, updatedAt });
}
