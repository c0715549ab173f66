import { present, type SessionRef } from "@chatexport/core";
import * as z from "zod";

/** Milliseconds: a session that changed so lately may be the one that asks. */
const lately = 5 * 60_000;

/** A session as answers name it. */
export const sessionRow = z.object({
  session: z.string().describe("Handle for read_session"),
  title: z.string().optional(),
  project: z.string().optional(),
  folder: z.string().optional().describe("Working directory"),
  started: z.string().optional().describe("UTC"),
  updated: z.string().optional().describe("UTC"),
  note: z.string().optional().describe("What is special about it"),
});

/** The row of a session; `now` in milliseconds since 1970. */
export function rowOf(ref: SessionRef, now: number): z.infer<typeof sessionRow> {
  const { title, project, cwd, startedAt, updatedAt } = ref;
  return present({
    session: handleOf(ref),
    title,
    project: project?.name,
    folder: project?.path ?? cwd,
    started: startedAt?.slice(0, 16),
    updated: updatedAt?.slice(0, 16),
    note: noteOf(ref, now),
  });
}

/** The name of a session in all answers, as long as its store has it: the source and the id. */
export function handleOf({ source, id }: Pick<SessionRef, "source" | "id">): string {
  return `${source}:${id}`;
}

/** The source and the id in a handle; undefined where it is none. */
export function ofHandle(handle: string): { source: string; id: string } | undefined {
  const [, source, id] = /^([\w-]+):(.+)$/s.exec(handle) ?? [];
  return source === undefined || id === undefined ? undefined : { source, id };
}

function noteOf(
  { updatedAt, trace, archived, parent }: SessionRef,
  now: number,
): string | undefined {
  const notes = [
    now - Date.parse(updatedAt ?? "") < lately &&
      "changed in the last minutes: may be this conversation",
    trace && "deleted by its tool: only traces are left",
    archived && "archived",
    parent?.relation === "subagent" && "a sub-agent",
  ].filter((note) => note !== false && note !== undefined);
  return notes.length > 0 ? notes.join("; ") : undefined;
}
