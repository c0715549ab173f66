import { dirname, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import type { PackedFiles, PlacedStore } from "@chatexport/core/source";
import { listSessions } from "../list-sessions.js";
import { isEventLog, placesOf } from "../locate.js";

/** Fields of events that place a session of the command line (1.0.102). */
export const placeFields: readonly string[] = [
  "data.context.cwd",
  "data.context.gitRoot",
  "data.cwd",
  "data.gitRoot",
];

/** True when an event places a session; all others tell what was said or done in it. */
export function isPlaced(event: unknown): boolean {
  const type = textOf(objectOf(event)?.type) ?? "";
  return /^session\.(?:start|resume|context_changed)$/.test(type);
}

/** The sessions of the command line with what tells where they took place; those that are one file stay. */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  return placesOf(given)
    .filter(({ kind }) => kind !== "editor")
    .map((place) => {
      const root = place.kind === "cli" ? join(place.path, "session-state") : place.path;
      const sessions = listSessions([place], context).flatMap(({ id, cwd, locator: { path } }) => {
        if (!isEventLog(path)) return [];
        const own = dirname(path);
        const workspace = join(own, "workspace.yaml");
        return {
          ...{ id, cwd, path, within: { folder: root, own: [own] } },
          placedBy: [
            { path, kind: "lines" as const, places: placeFields, isHead: isPlaced },
            { path: workspace, kind: "yaml" as const, places: ["cwd", "git_root"] },
          ],
        };
      });
      return { files: [], sessions, root };
    });
}

/** The files of a session of the command line in a pack. */
export const packed: PackedFiles = {
  isOwn: (name, id) =>
    [`${id}/events.jsonl`, `${id}/workspace.yaml`, `${id}/plan.md`].includes(name) ||
    name.startsWith(`${id}/checkpoints/`) ||
    name.startsWith(`${id}/files/`),
  command: (id) => ["copilot", `--resume=${id}`],
};
