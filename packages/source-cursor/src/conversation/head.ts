import { defined, type Parent, type Project, present, type Session } from "@chatexport/core";
import { latestOf } from "../values/times.js";
import { locationOfPath } from "../workspaces/locations.js";

/** The facts about a conversation as a whole: by one of its copies, or by all of them. */
export interface Head {
  title?: string;
  /** Listing leaves it out of a title that it made from a prompt or a subtitle. */
  titleFrom?: NonNullable<Session["titleFrom"]>;
  /** RFC 3339, UTC, like every time of the model. */
  startedAt?: string;
  /** The latest time that a record has. */
  updatedAt?: string;
  archived?: boolean;
  /** Absolute path on the machine that ran it. */
  cwd?: string;
  project?: Project;
  /** The project was concluded from files that the conversation touches. */
  projectInferred?: boolean;
  parent?: Parent;
  /** Branch of the repository. */
  branch?: string;
}

/**
 * The head of a conversation from those of its copies, the best first: each field from the first that knows
 * it, but a given title before a derived one, and a recorded folder before one that was concluded.
 */
export function bestHead(heads: readonly Head[]): Head {
  const first = <Field extends keyof Head>(field: Field): Head[Field] | undefined =>
    heads.find((head) => head[field] !== undefined)?.[field];
  const titled =
    heads.find(({ titleFrom }) => titleFrom !== undefined && titleFrom !== "first-message") ??
    heads.find(({ title }) => title !== undefined);
  const located =
    heads.find(({ project, projectInferred }) => project && !projectInferred) ??
    heads.find(({ project, cwd }) => project ?? cwd);
  return present({
    title: titled?.title,
    titleFrom: titled?.titleFrom,
    startedAt: first("startedAt"),
    updatedAt: latestOf(heads.map(({ updatedAt }) => updatedAt)),
    archived: heads.some(({ archived }) => archived) || undefined,
    cwd: located?.cwd,
    project: located?.project,
    projectInferred: located?.projectInferred,
    parent: first("parent"),
    branch: first("branch"),
  });
}

/** The head of a conversation whose copies were read: what is listed stays, what messages tell is added. */
export function finishedHead(listed: Head, copies: readonly Head[]): Head {
  const read = bestHead(copies);
  const isRead = listed.title === undefined || listed.title === read.title;
  const cwd = listed.cwd ?? read.cwd;
  const placed = cwd === undefined ? undefined : locationOfPath(cwd).project;
  const known = defined({
    titleFrom: listed.titleFrom ?? (isRead ? read.titleFrom : "generated"),
    updatedAt: latestOf([listed.updatedAt, read.updatedAt]),
    project: listed.project ?? read.project ?? placed,
  });
  return bestHead([{ ...read, ...listed, ...known }]);
}
