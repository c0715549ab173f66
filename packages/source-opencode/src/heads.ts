import { createHash } from "node:crypto";
import {
  type JsonObject,
  type Project,
  present,
  type Session,
  type SessionRef,
} from "@chatexport/core";
import {
  nameInPath,
  numberOf,
  objectOf,
  oneLine,
  promptTitle,
  textOf,
  utcTime,
} from "@chatexport/core/read";

/** The facts about a session before its messages are read. */
export interface Head {
  id: string;
  /** Database, folder or file that it lies in. */
  store: string;
  format: "opencode/sqlite" | "opencode/json" | "opencode/export";
  parentId?: string;
  title?: string;
  /** The first prompt, where the tool has given no title. */
  prompt?: string;
  cwd?: string;
  project?: Project;
  branch?: string;
  startedAt?: string;
  updatedAt?: string;
  archived?: true;
  bytes?: number;
  /** Nothing was said in it. */
  isEmpty?: true | undefined;
  /** The time when it was created, and its first message: that of a fork is older than itself. */
  created: number;
  firstMessage?: number;
  /** The session that it is a fork of, where the store names it: since 2.0. */
  forkOf?: string;
  /** Differs when anything that is stored of it has changed. */
  state: string;
}

/** The facts of a head in the words of the model. */
export function toldBy(
  head: Head,
): Pick<SessionRef, "title" | "cwd" | "startedAt"> &
  Pick<Session, "titleFrom" | "project" | "updatedAt" | "archived"> {
  const title = oneLine(head.title ?? "") ?? promptTitle(head.prompt ?? "");
  return present({
    title,
    // The tool does not say whether a title was generated or typed.
    titleFrom: title !== undefined && head.title === undefined ? "first-message" : undefined,
    cwd: head.cwd,
    project: head.project,
    startedAt: head.startedAt,
    updatedAt: head.updatedAt,
    archived: head.archived,
  });
}

/** The facts that the tool's own description of a session has; `ofProject` describes its project. */
export function ownFacts(
  info: JsonObject,
  ofProject: OwnProject | undefined,
): Pick<Head, "created"> & Partial<Head> {
  const time = objectOf(info.time) ?? {};
  const cwd = textOf(info.directory);
  return present({
    parentId: textOf(info.parentID),
    title: ownTitle(info.title),
    cwd,
    project: projectOf(cwd, ofProject),
    startedAt: utcTime(time.created),
    updatedAt: latestOf(time.updated ?? time.created),
    archived: numberOf(time.archived) === undefined ? undefined : true,
    created: numberOf(time.created) ?? 0,
  });
}

/** A title, unless it is the one that each session has at first. */
export function ownTitle(title: unknown): string | undefined {
  const text = textOf(title);
  return text && /^(?:New session|Child session) - \d{4}-\d\d-\d\dT/.test(text) ? undefined : text;
}

/** The tool's own description of a project. */
export interface OwnProject {
  worktree?: unknown;
  name?: unknown;
}

/** The project of a session: the checkout that it began in, else its folder. */
export function projectOf(
  directory: string | undefined,
  project: OwnProject | undefined,
): Project | undefined {
  if (directory === undefined) return undefined;
  const worktree = textOf(project?.worktree);
  // Another checkout of the same repository shares the project, whose folder is the first one.
  const isInside =
    worktree !== undefined &&
    worktree !== "/" &&
    (directory === worktree || /^[\\/]/.test(directory.slice(worktree.length))) &&
    directory.startsWith(worktree);
  const path = isInside ? worktree : directory;
  return present({ name: (isInside && textOf(project?.name)) || nameInPath(path), path });
}

/** The latest of some times in milliseconds. */
export function latestOf(...times: unknown[]): string | undefined {
  return times
    .map((time) => utcTime(time))
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
}

/** Some values as a short text that differs when one of them does. */
export function stateOf(...values: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
}
