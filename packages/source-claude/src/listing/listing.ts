import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  type Context,
  contextFor,
  type JsonObject,
  messageOf,
  type Parent,
  type Project,
  present,
  type SessionRef,
} from "@chatexport/core";
import { type Glance, glance } from "./glance.js";
import {
  findTranscripts,
  type LooseAgent,
  type StoreContents,
  type StoreFile,
  type TranscriptFile,
  transcriptId,
} from "./store.js";

/** A session's files, as its ref carries them from listing to loading. */
export interface Locator {
  path: string;
  folder: string;
  agents: { path: string; sidecar?: string }[];
}

/** A ref without the id, which must be unique over all places. */
type Found = Omit<SessionRef, "locator"> & { locator: Locator };

/**
 * The sessions of all places, from stat and both ends of each file. Reports the files that hide a
 * session: empty, foreign, or not readable. Places that do not exist hold none.
 */
export async function listPlaces(
  places: readonly string[],
  context: Context,
): Promise<SessionRef[]> {
  const found = new Map<string, Found>();
  for (const place of places)
    for (const session of await listPlace(place, context)) found.set(session.locator.path, session);
  return withUniqueIds([...found.values()]).map((session) => ({
    ...session,
    locator: session.locator as unknown as JsonObject,
  }));
}

async function listPlace(place: string, context: Context): Promise<Found[]> {
  let contents: StoreContents;
  try {
    contents = findTranscripts(place, context);
  } catch (cause) {
    context.signal.throwIfAborted();
    if (!isMissing(cause))
      context.report({
        severity: "error",
        code: "unreadable-folder",
        message: `The folder cannot be read: ${messageOf(cause)}`,
        origin: { path: place },
        cause,
      });
    return [];
  }
  const { transcripts, looseAgents } = contents;
  const byPath = new Map(transcripts.map((file) => [`${dirname(file.path)}\0${file.id}`, file]));
  const found: Found[] = [];
  const orphans: LooseAgent[] = [];
  for (const agent of looseAgents) {
    // Until 2.1.1 sub-agents lay beside the transcript of their session, which their records name.
    const parentId =
      agent.parentId ?? (await look(agent, contextFor({ signal: context.signal }, {})))?.sessionId;
    const parent = byPath.get(`${dirname(agent.path)}\0${parentId}`);
    if (parent) parent.agents.push(agent);
    else orphans.push(present({ ...agent, parentId }));
  }
  for (const file of transcripts) {
    const seen = await look(file, context);
    if (seen) found.push(sessionOf(file, seen, undefined));
    else for (const agent of file.agents) orphans.push(orphanOf(agent, file));
  }
  for (const agent of orphans) {
    const seen = await look(agent, context);
    if (seen) found.push(sessionOf({ ...agent, agents: [] }, seen, parentOf(agent)));
  }
  return withProjects(found);
}

function sessionOf(file: TranscriptFile, { facts }: Glance, parent: Parent | undefined): Found {
  const files = [file, ...file.agents, ...file.companions];
  const companions = new Set(file.companions.map(({ path }) => path));
  return present({
    id: file.id,
    source: "claude",
    ...facts,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    parent,
    subagentCount: file.agents.length || undefined,
    revision: revisionOf(files),
    locator: {
      path: file.path,
      folder: file.folder,
      agents: file.agents.map(({ path }) => {
        const sidecar = path.replace(/\.jsonl$/, ".meta.json");
        return present({ path, sidecar: companions.has(sidecar) ? sidecar : undefined });
      }),
    },
  });
}

async function look(file: StoreFile, context: Context): Promise<Glance | undefined> {
  // Files are read without waiting, which takes a tenth of the time; others have their turn here.
  await setImmediate();
  context.signal.throwIfAborted();
  try {
    const seen = glance(file);
    if (seen.kind === "conversation") return seen;
    context.report({ severity: "info", ...hidden[seen.kind], origin: { path: file.path } });
  } catch (cause) {
    context.report({
      severity: "error",
      code: "unreadable-file",
      message: `The file cannot be read: ${messageOf(cause)}`,
      origin: { path: file.path },
      cause,
    });
  }
  return undefined;
}

const hidden = {
  empty: { code: "empty-transcript", message: "The file is empty, so there is no session in it." },
  "no-conversation": {
    code: "empty-transcript",
    message: "The file holds notes of the tool but no message, so there is no session in it.",
  },
  foreign: {
    code: "foreign-file",
    message: "The file is not a transcript of Claude Code and was left out.",
  },
} as const;

/** A sub-agent of a transcript that holds no session. */
function orphanOf(agent: StoreFile, { id, folder, companions }: TranscriptFile): LooseAgent {
  return { ...agent, id: transcriptId(agent.path), parentId: id, folder, companions };
}

function parentOf({ id, parentId }: LooseAgent): Parent | undefined {
  return parentId === undefined || parentId === id
    ? undefined
    : { sessionId: parentId, relation: "subagent" };
}

/** Without a directory of its own a session has the project of its folder, at least by name. */
function withProjects(found: Found[]): Found[] {
  const folderOf = ({ locator }: Found) => dirname(locator.path);
  const projects = new Map<string, Project>();
  for (const session of found)
    if (session.project) projects.set(folderOf(session), session.project);
  return found.map((session) => {
    const folder = folderOf(session);
    const project = session.project ?? projects.get(folder) ?? { name: basename(folder) };
    return { ...session, project };
  });
}

/** The largest of several sessions of one id keeps it; the others are told apart by their folder. */
function withUniqueIds(found: Found[]): Found[] {
  const bySize = [...found].sort(
    (a, b) => (b.bytes ?? 0) - (a.bytes ?? 0) || (a.locator.path < b.locator.path ? -1 : 1),
  );
  const ids = new Set<string>();
  return bySize.map((session) => {
    const { path } = session.locator;
    const candidates = [session.id, ...[basename(dirname(path)), path].map(hash8)].map((suffix) =>
      suffix === session.id ? suffix : `${session.id}~${suffix}`,
    );
    const id = candidates.find((candidate) => !ids.has(candidate)) ?? session.id;
    ids.add(id);
    return { ...session, id };
  });
}

function hash8(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/** Changes whenever one of the files does: names, sizes and times of the last change, hashed. */
function revisionOf(files: readonly StoreFile[]): string {
  const hash = createHash("sha256");
  for (const { path, size, modified } of files)
    hash.update(`${basename(dirname(path))}/${basename(path)}\0${size}\0${modified}\n`);
  return hash.digest("hex").slice(0, 16);
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ENOENT";
}
