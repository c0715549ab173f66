import { shortIds } from "@chatexport/archive/names";
import {
  type ListedSession,
  listSessions,
  present,
  type SessionRef,
  type Source,
  safeLine,
} from "@chatexport/core";
import type { KeptMove } from "@chatexport/relocate";
import { maskedRefs, type Redaction } from "../../host/content/redaction.js";
import { version } from "../../host/files/package-file.js";
import { searchedStores } from "../../host/plugins/searched-stores.js";
import { hasErrors, type Run } from "../../host/run.js";
import { unmatchedNames } from "../../host/selection/unmatched-names.js";
import type { DoctorOptions } from "../../options/option-table.js";
import { openArchived } from "./compare-archive.js";
import type { ArchiveState, Deletion, Findings, MoveFindings, SessionFacts } from "./findings.js";
import { missingProjects } from "./missing-projects.js";
import { problemsOf } from "./problems.js";
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
    unmet: [...(await unmatchedNames(options, async () => stores, listed)), ...unreadable],
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

const dayMilliseconds = 24 * 60 * 60 * 1000;
const days = 30;

/** What the tools will delete in the next 30 days. */
async function deletionOf(
  refs: readonly SessionRef[],
  stateOf: (ref: SessionRef) => ArchiveState,
  factsOf: FactsOf,
  now = Date.now(),
): Promise<Deletion> {
  const next = refs
    .flatMap((ref) => (ref.expiresAt === undefined ? [] : [{ ref, expiresAt: ref.expiresAt }]))
    .filter(({ expiresAt }) => Date.parse(expiresAt) <= now + days * dayMilliseconds)
    .sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
  const until = (time: number) =>
    next.filter(({ expiresAt }) => Date.parse(expiresAt) <= time).length;
  const facts = await factsOf(next.map(({ ref }) => ref));
  return {
    overdue: until(now),
    within7Days: until(now + 7 * dayMilliseconds),
    within30Days: next.length,
    next: next.flatMap(({ ref, expiresAt }, index) => {
      const known = facts[index];
      return known ? [{ ...known, expiresAt, archive: stateOf(ref) }] : [];
    }),
  };
}

/** What is known of moves of projects. */
interface KeptMoves {
  /** Those of which something is kept, the latest first; none where only named stores are looked at. */
  moves: MoveFindings[];
  /** A sentence about a journal that cannot be read. */
  unreadable: string[];
}

/** Looks for moves of projects. */
async function keptMoves(
  { home, root }: Pick<DoctorOptions, "home" | "root">,
  redaction: Redaction,
): Promise<KeptMoves> {
  if (root) return { moves: [], unreadable: [] };
  const { listMoves, MoveError } = await import("@chatexport/relocate");
  try {
    const moves = listMoves(home === undefined ? {} : { home });
    return { moves: await findingsOf(moves, redaction), unreadable: [] };
  } catch (cause) {
    if (!(cause instanceof MoveError)) throw cause;
    return { moves: [], unreadable: await redaction.data([safeLine(cause.message)]) };
  }
}

function findingsOf(moves: readonly KeptMove[], redaction: Redaction): Promise<MoveFindings[]> {
  const found = moves.map(({ id, time, from, to, folder, size, isUnfinished }) => ({
    id,
    time,
    from,
    to,
    folder,
    bytes: size,
    isUnfinished,
  }));
  return redaction.data(found.reverse());
}

/** Makes facts of some of the sessions; secrets in them are masked. */
type FactsOf = (refs: readonly SessionRef[]) => Promise<SessionFacts[]>;

/** Makes facts of sessions; their short ids tell them apart from all that were listed. */
function sessionFacts(listed: readonly ListedSession[], redaction: Redaction): FactsOf {
  const shortId = shortIds(listed.map(({ ref }) => ref));
  return async (refs) =>
    (await maskedRefs(refs, redaction)).map((ref) => {
      const { id, source, title, startedAt, updatedAt, project } = ref;
      return present({
        id,
        shortId: shortId(ref),
        source,
        title,
        project: project?.name,
        startedAt,
        updatedAt,
      });
    });
}
