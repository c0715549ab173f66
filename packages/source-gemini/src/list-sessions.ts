import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  type Context,
  compareStrings,
  defined,
  nonEmpty,
  type Parent,
  present,
  type SessionRef,
  type Store,
} from "@chatexport/core";
import {
  addToList,
  attempt,
  isMissing,
  projectOf,
  remembered,
  unreadableFile,
  unreadableFolder,
} from "@chatexport/core/read";
import { revisionOf, sessionFiles, storesOf } from "@chatexport/core/source";
import { type Head, headOf, isDocument } from "./heads.js";
import { folderOf } from "./project.js";
import { type PromptedSession, promptedIn } from "./prompts.js";
import { retentionIn } from "./retention.js";

/** Where a session lies. */
export interface Locator {
  kind: "chat" | "checkpoint" | "prompts";
  id: string;
  /** In the order in which they were begun. */
  files: string[];
  /** Its sub-agents. */
  agents?: Locator[];
  cwd?: string;
}

/** The place and what is around it. */
export interface Place {
  path: string;
  /** The tool's folder, with its settings. */
  own?: string;
}

/** The sessions at some places, each once; reports what hides one. */
export function listSessions(places: readonly Place[], context: Context): SessionRef<Locator>[] {
  const refs: SessionRef<Locator>[] = [];
  for (const place of places)
    try {
      refs.push(...sessionsAt(place, context));
    } catch (cause) {
      context.signal.throwIfAborted();
      if (!isMissing(cause)) context.report(unreadableFolder(place.path, cause));
    }
  return onceEach(refs);
}

/** The stores at some places. */
export function storesAt(places: readonly Place[], context: Context): Store[] {
  return places.flatMap((place) => {
    const list = () => onceEach(sessionsAt(place, { ...context, report() {} }));
    const retention = place.own === undefined ? undefined : retentionIn(place.own);
    const formatAt = ({ kind, files }: Locator) => formatOf(kind, files[0] ?? "");
    const [store] = storesOf([place.path], "gemini/log", list, context, formatAt);
    return store ? [{ ...store, ...defined({ retention }) }] : [];
  });
}

/** The shape of a file. */
export function formatOf(kind: Locator["kind"], path: string): string {
  return `gemini/${kind !== "chat" ? kind : isDocument(path) ? "document" : "log"}`;
}

/** A session counts once, although it lies in two folders; one with its conversation before its prompts alone. */
function onceEach(refs: readonly SessionRef<Locator>[]): SessionRef<Locator>[] {
  const best = new Map<string, SessionRef<Locator>>();
  for (const ref of refs) {
    const known = best.get(ref.id);
    const isBetter =
      (known?.trace ?? false) !== (ref.trace ?? false) ? !ref.trace : isLater(ref, known);
    if (!known || isBetter) best.set(ref.id, ref);
  }
  return [...best.values()];
}

function isLater(ref: SessionRef, known: SessionRef | undefined): boolean {
  return (ref.updatedAt ?? "") > (known?.updatedAt ?? "");
}

/** A file with what its ends tell. */
interface Found extends Head {
  path: string;
  /** For a sub-agent, the folder that has the id of its parent as its name. */
  above?: string;
}

const storedNames =
  /[\\/]chats[\\/].+\.jsonl?(?:\.gz|\.zst|\.unreadable-\d+)?$|[\\/]session-[^\\/]+\.jsonl?$|[\\/](?:checkpoint-[^\\/]+|logs)\.json$/;

function sessionsAt({ path: place, own }: Place, context: Context): SessionRef<Locator>[] {
  const isStored = (path: string) => path === place || storedNames.test(path);
  const cwdOf = remembered((project: string) => folderOf(project, own));
  const days = own === undefined ? undefined : retentionIn(own)?.days;
  const chats: Found[] = [];
  const refs: SessionRef<Locator>[] = [];
  for (const path of sessionFiles(place, isStored, context))
    try {
      const name = basename(path);
      const cwd = cwdOf(projectAt(path));
      if (name === "logs.json")
        refs.push(...promptedIn(path).map((one) => promptsRef(one, path, cwd)));
      else if (name.startsWith("checkpoint-")) refs.push(checkpointRef(path, cwd));
      else chats.push(...foundAt(path));
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableFile(path, cause));
    }
  return [...chatRefs(chats, cwdOf, days), ...refs];
}

function foundAt(path: string): Found[] {
  const head = headOf(path);
  const above = /[\\/]chats[\\/]([^\\/]+)[\\/][^\\/]+$/.exec(path)?.[1];
  return head ? [{ ...head, path, ...defined({ above }) }] : [];
}

/** The folder of the project that a file belongs to. */
export function projectAt(path: string): string {
  return /^(.*)[\\/]chats[\\/]/.exec(path)?.[1] ?? dirname(path);
}

/** All files of an id are one session, whatever process wrote them; sub-agents are in their parents. */
function chatRefs(
  found: readonly Found[],
  cwdOf: (project: string) => string | undefined,
  days: number | undefined,
): SessionRef<Locator>[] {
  const mains = new Map<string, Found[]>();
  const agents = new Map<string, Found[]>();
  const inOrder = [...found].sort((a, b) => compareStrings(a.startedAt ?? "", b.startedAt ?? ""));
  for (const file of inOrder)
    if (!file.isAgent && file.above === undefined) addToList(mains, file.id, file);
  const parents = new Map<string, Map<string, Found[]>>();
  for (const file of inOrder) {
    if (!file.isAgent && file.above === undefined) continue;
    // Until March 2026, a sub-agent lay beside its parent, of which it had the id.
    const isBeside = mains.has(file.id);
    const id = isBeside ? basename(file.path).replace(/\.jsonl?$/, "") : file.id;
    const parent = file.above ?? (isBeside ? file.id : "");
    addToList(agents, id, file);
    parents.set(parent, (parents.get(parent) ?? new Map()).set(id, agents.get(id) ?? []));
  }
  const seen = new Set<string>();
  const locatorOf = (id: string, files: readonly Found[]): Locator => {
    seen.add(id);
    const own = [...(parents.get(id) ?? [])].filter(([agent]) => !seen.has(agent));
    const cwd = cwdOf(projectAt(files[0]?.path ?? "")) ?? files[0]?.folders?.[0];
    return present<Locator>({
      kind: "chat",
      id,
      files: files.map(({ path }) => path),
      agents: nonEmpty(own.map(([agent, its]) => locatorOf(agent, its))),
      cwd,
    });
  };
  const refs = [...mains].map(([id, files]) =>
    chatRef(locatorOf(id, files), files, undefined, days),
  );
  for (const [above, own] of parents)
    for (const [id, files] of own)
      if (!seen.has(id)) {
        const parent = present<Parent>({ sessionId: above || undefined, relation: "subagent" });
        refs.push(chatRef(locatorOf(id, files), files, parent, undefined));
      }
  return refs;
}

function chatRef(
  locator: Locator,
  heads: readonly Head[],
  parent: Parent | undefined,
  days: number | undefined,
): SessionRef<Locator> {
  const facts = factsOf(heads);
  return refOf(locator, {
    ...facts,
    ...defined({ parent, expiresAt: expiryOf(facts.updatedAt, days) }),
    ...defined({ subagentCount: locator.agents?.length }),
  });
}

/** What the files of a session tell together. */
export function factsOf(
  heads: readonly Head[],
): Pick<SessionRef, "title" | "startedAt" | "updatedAt"> {
  return defined({
    title:
      heads.findLast(({ summary }) => summary)?.summary ?? heads.find(({ asked }) => asked)?.asked,
    startedAt: heads.flatMap(({ startedAt }) => startedAt ?? []).sort()[0],
    updatedAt: heads
      .flatMap(({ updatedAt }) => updatedAt ?? [])
      .sort()
      .at(-1),
  });
}

function expiryOf(updatedAt: string | undefined, days: number | undefined): string | undefined {
  if (updatedAt === undefined || days === undefined) return undefined;
  const time = new Date(Date.parse(updatedAt) + days * 24 * 60 * 60 * 1000);
  return time.getUTCFullYear() > 9999 ? undefined : time.toISOString();
}

function checkpointRef(path: string, cwd: string | undefined): SessionRef<Locator> {
  const tag = basename(path, ".json").slice("checkpoint-".length);
  const id = `checkpoint-${tag}-${basename(dirname(path))}`;
  const title = attempt(() => decodeURIComponent(tag)) ?? tag;
  return refOf(defined({ kind: "checkpoint" as const, id, files: [path], cwd }), { title });
}

function promptsRef(
  session: PromptedSession,
  path: string,
  cwd: string | undefined,
): SessionRef<Locator> {
  const { id, ...facts } = session;
  const locator = defined({ kind: "prompts" as const, id, files: [path], cwd });
  return refOf(locator, { ...facts, trace: true });
}

function refOf(locator: Locator, facts: Partial<SessionRef>): SessionRef<Locator> {
  const { id, cwd } = locator;
  const files = filesOf(locator);
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  const outputs = outputsOf(locator);
  const found = {
    id,
    source: "gemini",
    ...facts,
    ...defined({ cwd, project: projectOf(cwd) }),
    bytes,
  };
  return { ...found, revision: revisionOf([...files, outputs], found), locator };
}

/** All files of a session and its sub-agents. */
export function filesOf({ files, agents = [] }: Locator): string[] {
  return [...files, ...agents.flatMap(filesOf)];
}

/** The folder of the outputs that were too long for the conversation. */
export function outputsOf({ id, files: [path = ""] }: Locator): string {
  return join(projectAt(path), "tool-outputs", `session-${id}`);
}
