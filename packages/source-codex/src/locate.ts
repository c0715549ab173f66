import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { attempt, isLinesName, readBytes } from "@chatexport/core/read";
import { filesBelow, placesOf } from "@chatexport/core/source";

/** A file that may hold a session or the continuation of one. */
export interface RolloutFile {
  path: string;
  archived: boolean;
}

/** A place where sessions are looked for. */
export interface Place {
  path: string;
  files: RolloutFile[];
  /** The tool's own folder, with the titles, if the place is one or lies in one. */
  home?: string;
}

/** The places that options, the tool's variable or the user's home name. */
export function placesAt(options: SourceOptions): readonly string[] {
  return placesOf(options, ".codex", "CODEX_HOME");
}

/** The files at a place. Throws when the place itself cannot be read. */
export function lookAt(path: string, context: Context): Place {
  if (!statSync(path).isDirectory()) return { path, files: isNamed(path) ? [fileAt(path)] : [] };
  const folders = ["sessions", "archived_sessions"].map((name) => join(path, name));
  const own = folders.filter((folder) => attempt(() => statSync(folder).isDirectory()));
  const isHome = own.length > 0 || hasTitles(path);
  const isSession = isHome ? isRollout : isNamed;
  const files = (isHome ? own : [path]).flatMap((at) =>
    filesBelow(at, isSession, context).map(fileAt),
  );
  if (isHome) return { path, files, home: path };
  const isInHome = /^(?:archived_)?sessions$/.test(basename(path));
  return isInHome ? { path, files, home: dirname(path) } : { path, files };
}

function hasTitles(folder: string): boolean {
  return ["history.jsonl", "session_index.jsonl"].some((name) =>
    attempt(() => statSync(join(folder, name)).isFile()),
  );
}

function fileAt(path: string): RolloutFile {
  return { path, archived: /[\\/]archived_sessions[\\/]/.test(path) };
}

/** Outside of the tool's own folder a file may have another name. */
function isNamed(path: string): boolean {
  if (isRollout(path)) return true;
  if (!isLinesName(path)) return false;
  return holdsRecords(attempt(() => readBytes(path, 0, 4096).toString()) ?? "");
}

/** True when a text has the beginning of a record that only Codex writes. */
export function holdsRecords(text: string): boolean {
  return /^\{[^{}]{0,120}"type": ?"(?:session_meta|turn_context|response_item|event_msg)"/m.test(
    text,
  );
}

function isRollout(path: string): boolean {
  return /^rollout-.{1,300}\.(?:json|jsonl|jsonl\.(?:gz|zst))$/.test(basename(path));
}
