import { readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt, type System } from "@chatexport/core/read";

export type { HistoryLocator } from "../history.js";
export {
  allPaths,
  type CodexLocator,
  listThreads,
  type ThreadLocator,
} from "../list-threads.js";
export { lookAt, type Place, placesAt, type RolloutFile } from "../locate.js";
export type { Segment } from "../segments.js";
export type { Title } from "../titles.js";
export { isPlaced, placeFields } from "./fields.js";
export { packed, placedStores } from "./placed.js";

/** The rollouts of a session in the user's own store, the archived ones among them (0.169.0). */
export function rolloutsNamed(id: string, system: System): string[] {
  return filesIn(system).filter((path) => isOf(path, id));
}

/** All rollouts in the user's own store that are not compressed, each with the id of its session (0.169.0). */
export function ownRollouts(system: System): { session: string; path: string }[] {
  return filesIn(system).flatMap((path) => {
    const [, session] = /rollout-[^/\\]{19}-([\w-]{36})(?:_[\w-]+)?\.jsonl$/.exec(path) ?? [];
    return session === undefined ? [] : [{ session, path }];
  });
}

function filesIn(system: System): string[] {
  return ["sessions", "archived_sessions"].flatMap((name) => {
    const below = join(ownFolder(system), name);
    const names = attempt(() => readdirSync(below, { recursive: true, encoding: "utf8" })) ?? [];
    return names.map((path) => join(below, path));
  });
}

/** A continuation after a revert has an id of its own behind that of the session. */
function isOf(path: string, id: string): boolean {
  const [, rest = ""] = path.split(`-${id}`);
  return (
    /rollout-[^/\\]+$/.test(path.slice(0, path.length - rest.length)) &&
    /^(?:_[\w-]+)?\.jsonl(?:\.zst)?$/.test(rest)
  );
}

/** The path where the tool keeps a session that began at a time, in its own time zone (0.169.0). */
export function rolloutPath(id: string, startedAt: Date, system: System): string {
  const [year, ...rest] = [
    startedAt.getFullYear(),
    startedAt.getMonth() + 1,
    startedAt.getDate(),
    startedAt.getHours(),
    startedAt.getMinutes(),
    startedAt.getSeconds(),
  ].map((number) => String(number).padStart(2, "0"));
  const [month = "", day = "", ...clock] = rest;
  const name = `rollout-${year}-${month}-${day}T${clock.join("-")}-${id}.jsonl`;
  return join(ownFolder(system), "sessions", `${year}`, month, day, name);
}

/** The user's own store (0.171.0). */
export function ownFolder({ env, home }: System): string {
  return env.CODEX_HOME || join(home, ".codex");
}
