import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, sep } from "node:path";
import { contextFor, type Session, type SessionRef, type Source } from "@chatexport/core";
import { getOrAdd, type System } from "@chatexport/core/read";
import { ChangeError, change, type Rewrite, type StorePlan } from "@chatexport/relocate";
import claude from "@chatexport/source-claude";

/** A transcript with another content; nothing was written yet. */
export interface Edit {
  /** The tool that it is of, by the name of its source. */
  source: string;
  /** The session, by its id. */
  session: string;
  path: string;
  /** The place where it has been until now, when it gets another name. */
  from?: string;
  /** The folder in which the session takes place, as far as its records say. */
  folder: string;
  /** The content of the file, and what it becomes. */
  before: Buffer;
  after: Buffer;
}

/** The options of an edit. */
export interface EditOptions {
  /** The command that the user gave, by which an undo names the change. */
  command: string;
  system: System;
  /** Ends the work early: everything is as before then. */
  signal?: AbortSignal;
}

/**
 * Writes edited transcripts, all of them or none, and has what was written verified. Resolves to the name of the
 * change. Throws `ChangeError` when a file has changed since, when Claude Code has a session open in a project, and
 * when anything fails.
 */
export async function applyEdits(
  edits: readonly Edit[],
  { command, ...options }: EditOptions,
  verify: () => Promise<void>,
): Promise<string> {
  const [first, ...others] = edits;
  const folders = [...new Set(edits.map(({ folder }) => folder))];
  const bySource = new Map<string, Edit[]>();
  for (const edit of edits) getOrAdd(bySource, edit.source, (): Edit[] => []).push(edit);
  const about = {
    command,
    source: bySource.has("claude") ? "claude" : (first?.source ?? "claude"),
    session: first && others.length === 0 ? first.session : "--all",
  };
  const folder = folders.reduce(folderAround);
  return change({ about, folder, folders, needsRest: true, ...options }, async () => {
    const plans = [...bySource].map(([source, own]) =>
      storePlan(source, {
        rewrites: own.map((edit) => fileWith(edit.path, () => contentOf(edit))),
        removed: own.flatMap(({ from }) => from ?? []),
      }),
    );
    return { plans, verify };
  });
}

/** A plan that changes files of one tool. */
export function storePlan(source: string, files: Partial<StorePlan>): StorePlan {
  return { source, rewrites: [], renames: [], emptied: [], notes: [], pairs: [], ...files };
}

function contentOf({ path, from, before, after }: Edit): Buffer {
  const read = from ?? path;
  if (readFileSync(read).equals(before) && (from === undefined || !existsSync(path))) return after;
  throw new ChangeError("changed", `${read} has changed: look at it again.`, { paths: [read] });
}

/** The folder in which two folders lie. */
function folderAround(one: string, other: string): string {
  const isIn = `${other}${sep}`.startsWith(one.endsWith(sep) ? one : `${one}${sep}`);
  return isIn || one === dirname(one) ? one : folderAround(dirname(one), other);
}

/** A file that gets a content: as it is asked for, nobody else has changed the file since it was looked at. */
export function fileWith(path: string, content: () => Buffer): Rewrite {
  const write = (target: string) => writeFileSync(target, content(), { mode: 0o600, flag: "wx" });
  return { path, kind: "lines", changes: [], absorbs: [], beside: [], write };
}

/**
 * Changes files of a session, as `prepare` says, and has them verified. Resolves to the name of the change; throws as
 * `change` of `@chatexport/relocate` does.
 */
export function changeFiles(
  { source, session, folder }: Pick<Edit, "source" | "session" | "folder">,
  { command, ...options }: EditOptions & { needsRest?: boolean },
  prepare: () => Partial<StorePlan> & { verify(): Promise<void> },
): Promise<string> {
  const about = { command, source, session };
  return change({ about, folder, ...options }, async () => {
    const { verify, ...files } = prepare();
    return { plans: [storePlan(source, files)], verify };
  });
}

/** The session in a transcript. Throws `ChangeError` when nothing was said in it. */
export async function readConversation(path: string): Promise<Session> {
  const session = await readTranscript(path);
  if (session && session.messages.length > 0) return session;
  throw new ChangeError("no-such-session", `There is no conversation in ${path}.`);
}

/** A session as the source reads it from a transcript; undefined for any other file. */
export async function readTranscript(path: string): Promise<Session | undefined> {
  const ref = await transcriptRef(path);
  return ref && sourceOf(path).load(ref, contextFor({}, {}));
}

/** The session of a transcript as a list shows it; undefined for any other file. */
export async function transcriptRef(path: string): Promise<SessionRef | undefined> {
  for await (const ref of sourceOf(path).list(contextFor({}, {}))) return ref;
  return undefined;
}

function sourceOf(path: string): Source {
  return claude({ roots: [path], empty: true });
}
