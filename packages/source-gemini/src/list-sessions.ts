import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Context, compareStrings, nonEmpty, present, type SessionRef } from "@chatexport/core";
import {
  attempt,
  groupBy,
  projectOf,
  remembered,
  unreadableFile,
  withoutLinesEnding,
} from "@chatexport/core/read";
import { filesBelow, revisionOf, sessionFiles } from "@chatexport/core/source";
import { type Head, headsIn, isDocument } from "./heads.js";
import { directoryOf, ownFolder } from "./project.js";
import { retentionAt } from "./retention.js";

/** A session as it lies in files. */
export interface Stored {
  kind: Head["kind"];
  /** In the order in which they were begun. */
  files: string[];
  /** Outputs that were too long for it. */
  outputs?: string[];
  /** Its sub-agents. */
  agents?: Stored[];
  /** The facts that a list has of it. */
  told: Pick<SessionRef, "id" | "title" | "startedAt" | "updatedAt" | "cwd" | "project" | "parent">;
}

/** The shape of a session's files. */
export function formatOf({ kind, files: [path = ""] }: Stored): string {
  return `gemini/${kind !== "chat" ? kind : isDocument(path) ? "document" : "log"}`;
}

/** All files of a session and its sub-agents. */
export function filesOf({ files, outputs = [], agents = [] }: Stored): string[] {
  return [...files, ...outputs, ...agents.flatMap(filesOf)];
}

const names =
  /[\\/]chats[\\/].+\.jsonl?(?:\.gz|\.zst|\.unreadable-\d+)?$|[\\/]session-[^\\/]+\.jsonl?(?:\.gz|\.zst)?$|[\\/](?:checkpoint-[^\\/]+|logs)\.json$|[\\/]brain[\\/].+[\\/]transcript(?:_full)?\.jsonl(?:\.gz|\.zst)?$/;

/**
 * The sessions at a place. All files of an id are one session, whatever process wrote them; sub-agents are in their
 * parents. Throws when the place cannot be read.
 */
export function sessionsAt(place: string, context: Context): SessionRef<Stored>[] {
  const paths = sessionFiles(place, (path) => path === place || names.test(path), context);
  const found = paths.flatMap((path) => headsAt(path, context));
  found.sort((a, b) => compareStrings(a.startedAt ?? "", b.startedAt ?? ""));
  const isMain = ({ kind, above }: Head) => kind === "chat" && above === undefined;
  const mains = groupBy(found.filter(isMain), ({ id }) => id);
  // Until March 2026, a sub-agent lay beside its parent, of which it had the id.
  const agents = found.flatMap((head) => {
    const isBeside = head.above === "" && mains.has(head.id);
    const id = withoutLinesEnding(basename(head.path, ".json"));
    if (isBeside) return { ...head, id, above: head.id };
    return head.above === undefined ? [] : head;
  });
  const children = groupBy(agents, ({ above = "" }) => above);
  const cwdOf = remembered((project: string) => directoryOf(project, ownFolder(place)));
  const storedAs = (heads: readonly Head[], id: string, above?: string): Stored => {
    const own = groupBy(children.get(id) ?? [], (head) => head.id);
    children.delete(id);
    const [{ kind, path }] = heads as [Head];
    const project = projectAt(path);
    const cwd = cwdOf(project) ?? heads.find((head) => head.cwd)?.cwd;
    const folder = join(project, "tool-outputs", `session-${id}`);
    return present<Stored>({
      kind,
      files: heads.map((head) => head.path),
      outputs: nonEmpty(kind === "chat" ? filesBelow(folder, () => true, context) : []),
      agents: nonEmpty([...own].map(([agent, its]) => storedAs(its, agent, id))),
      told: present<Stored["told"]>({
        id,
        title: heads.findLast(({ name }) => name)?.name ?? heads.find(({ asked }) => asked)?.asked,
        startedAt: heads.find(({ startedAt }) => startedAt)?.startedAt,
        updatedAt: heads
          .flatMap(({ updatedAt }) => updatedAt ?? [])
          .sort()
          .at(-1),
        cwd,
        project: projectOf(cwd),
        parent:
          above === undefined
            ? undefined
            : present({ sessionId: above || undefined, relation: "subagent" }),
      }),
    });
  };
  const sessions = [...mains].map(([id, heads]) => storedAs(heads, id));
  for (const head of found) if (head.kind !== "chat") sessions.push(storedAs([head], head.id));
  // Of sub-agents whose parent is gone.
  for (const [above, orphans] of children)
    for (const [id, heads] of groupBy(orphans, (head) => head.id))
      if (children.has(above)) sessions.push(storedAs(heads, id, above));
  return sessions.map((stored) => refOf(stored, retentionAt(place)?.days));
}

function headsAt(path: string, context: Context): Head[] {
  try {
    return headsIn(path, context);
  } catch (cause) {
    context.signal.throwIfAborted();
    context.report(unreadableFile(path, cause));
    return [];
  }
}

/** The folder of the project that a file belongs to. */
function projectAt(path: string): string {
  return /^(.*)[\\/]chats[\\/]/.exec(path)?.[1] ?? dirname(path);
}

function refOf(stored: Stored, days: number | undefined): SessionRef<Stored> {
  const { kind, told, agents } = stored;
  const files = filesOf(stored);
  const time = Date.parse(kind === "chat" && !told.parent ? (told.updatedAt ?? "") : "");
  const expires = new Date(time + (days ?? Number.NaN) * 24 * 60 * 60 * 1000);
  const isSure = expires.getUTCFullYear() <= 9999;
  return present<SessionRef<Stored>>({
    source: "gemini",
    ...told,
    bytes: files.reduce((sum, path) => sum + (attempt(() => statSync(path).size) ?? 0), 0),
    expiresAt: isSure ? expires.toISOString() : undefined,
    trace: kind === "prompts" || undefined,
    subagentCount: agents?.length,
    revision: revisionOf(files, told),
    locator: stored,
  });
}
