import { sessionKey } from "@chatexport/archive/names";
import { contextFor, type ListedSession, type Session, type SessionRef } from "@chatexport/core";
import type { Role, SessionPart } from "@chatexport/document/search";
import { type Run, watched } from "../../host/run.js";
import { attempt, loadCandidate } from "../../host/text-search/load-candidate.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import type { Progress } from "../../terminal/progress.js";
import { type FoundPart, findIn, shownParts } from "./found-parts.js";

/** A session in which something was found; all of it may be shown. */
export interface FoundSession {
  ref: SessionRef;
  session: Session;
  /** Looked up while they are walked, which can be done once. */
  parts: Iterable<FoundPart>;
}

/** What to look for. */
export interface Wanted {
  expression: RegExp;
  /** Words that must be there; see `requiredWords`. */
  words: readonly string[];
  isWanted: PartFilter;
}

/** Searches sessions one by one and hands each out in which something was found. */
export async function* searchSessions(
  listed: readonly ListedSession[],
  wanted: Wanted,
  progress: Progress,
  run: Run,
): AsyncGenerator<FoundSession> {
  const searched = new Set(listed.map(({ ref }) => sessionKey(ref)));
  for (const each of await watched(listed, run, progress)) {
    if (run.signal.aborted) return;
    const isOwn = copyFilter(each, searched);
    const found = await attempt(each, () => searchSession(each, wanted, isOwn, run), run);
    if (found) yield found;
  }
}

/** What is found in a session; undefined when that is nothing, or when it cannot be loaded. */
async function searchSession(
  listed: ListedSession,
  { expression, words, isWanted }: Wanted,
  isOwn: PartFilter,
  run: Run,
): Promise<FoundSession | undefined> {
  const session = await loadCandidate(listed, words, run);
  if (!session) return undefined;
  const finding = findIn(session, expression, (part) => isWanted(part) && isOwn(part));
  if (finding.size === 0) return undefined;
  const masked = await maskedSession(session, listed, run);
  return { ref: listed.ref, session: masked, parts: shownParts(finding, masked, expression) };
}

/** A secret can be known by what stands anywhere in the session, so that all of it is masked. */
async function maskedSession(
  session: Session,
  { source, ref }: ListedSession,
  run: Run,
): Promise<Session> {
  const context = contextFor(run, { source: source.name, session: ref.id });
  let masked = session;
  for (const transform of run.redaction.transforms) masked = await transform(masked, context);
  return masked;
}

/** Whether a part of a session is wanted, as far as its text does not matter. */
type PartFilter = (part: SessionPart) => boolean;

/**
 * What the user wants of each session: by role, tool and time. What has no time of its own is wanted
 * when its session is. Throws a usage error when the options cannot be meant.
 */
export function partFilter({
  role,
  tool,
  since = Number.NEGATIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
}: Pick<OptionsOf<"search">, "role" | "tool" | "since" | "until">): PartFilter {
  if (tool && role && !role.includes("tool"))
    throw usageError("--tool is about what tools did, which --role leaves out: add --role tool.");
  const isOfRole = (part: { role?: Role }) =>
    !role || (part.role !== undefined && role.includes(part.role));
  // Kinds are written in one way, names of tools as each tool likes it.
  const names = tool?.map((name) => name.toLowerCase()) ?? [];
  const isOfTool = ({ call }: SessionPart) =>
    !tool ||
    (call !== undefined && (tool.includes(call.kind) || names.includes(call.name.toLowerCase())));
  const isInTime = ({ message }: SessionPart) => {
    const time = Date.parse(message?.createdAt ?? "");
    return Number.isNaN(time) || (since <= time && time <= until);
  };
  return (part) => isOfRole(part) && isOfTool(part) && isInTime(part);
}

/** Leaves out what a session has copied from one that is searched as well. */
function copyFilter({ ref }: ListedSession, searched: ReadonlySet<string>): PartFilter {
  return ({ message }) => {
    const original = message?.copiedFrom?.sessionId;
    return (
      original === undefined || !searched.has(sessionKey({ source: ref.source, id: original }))
    );
  };
}
