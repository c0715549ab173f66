import { objectOf, parseJson, textOf } from "@chatexport/core/read";
import type { Git } from "./git.js";
import type { Commit } from "./repository.js";

/** The session that a trailer of a commit names. */
export interface Trailer {
  /** Its name, as in `Entire-Checkpoint: a3b2c4d5e6f7`. */
  name: string;
  /** Ids of sessions; where there is none, the trailer only says that there was a session. */
  ids: string[];
  value: string;
}

const names = ["Entire-Checkpoint", "Entire-Session", "Claude-Session"];
const mostSessions = 20;

/** The trailers that name sessions; a checkpoint is looked up in the branch that keeps them. */
export async function trailersOf({ message }: Commit, git: Git): Promise<Trailer[]> {
  const trailers: Trailer[] = [];
  for (const [, name = "", value = ""] of message.matchAll(
    /^([A-Za-z-]{1,40}): {1,9}(\S{1,300})$/gm,
  ))
    if (name === "Entire-Checkpoint")
      trailers.push({ name, value, ids: await sessionsOfCheckpoint(value, git) });
    // Of a session on the web, the last part of its address.
    else if (names.includes(name))
      trailers.push({ name, value, ids: [value.split("/").at(-1) ?? value] });
  return trailers;
}

/** A checkpoint is a folder, named in two parts, with a folder for each session. */
async function sessionsOfCheckpoint(checkpoint: string, git: Git): Promise<string[]> {
  if (!/^[0-9A-Za-z]{8,40}$/.test(checkpoint)) return [];
  const folder = `${checkpoint.slice(0, 2)}/${checkpoint.slice(2)}`;
  for (const branch of ["refs/heads", "refs/remotes/origin"]) {
    const ids: string[] = [];
    for (let number = 0; number < mostSessions; number++) {
      const place = `${branch}/entire/checkpoints/v1:${folder}/${number}/metadata.json`;
      const text = await git("cat-file", "blob", place).catch(() => undefined);
      if (text === undefined) break;
      const id = textOf(objectOf(parseJson(text))?.session_id);
      if (id !== undefined) ids.push(id);
    }
    if (ids.length > 0) return ids;
  }
  return [];
}

/** Tells if one of a trailer's ids is a session's; older ones have the day before it. */
export function isNamedBy({ ids }: Trailer, id: string): boolean {
  return ids.some((each) => each === id || each.endsWith(`-${id}`));
}
