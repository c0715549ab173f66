import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Context, JsonObject } from "@chatexport/core";
import {
  attempt,
  isLinesName,
  linesAt,
  readDocument,
  remembered,
  sizeOf,
  withoutLinesEnding,
} from "@chatexport/core/read";
import { droppedFields, type NamedFields, RowsBeside } from "@chatexport/core/source";

/** A sub-agent, with the file by which it is known. */
export interface AgentFile {
  name: string;
  path: string;
}

/** The files of a session or sub-agent. */
export interface KimiFiles {
  id: string;
  /** The log of events, in the order of time. */
  log?: string;
  /** The contexts of the model, which Kimi CLI rotates when the user goes back. */
  contexts: string[];
  agents: AgentFile[];
  /** JSON files beside: the newest form first. */
  about: string[];
}

/** True when a file is the one by which a session is known. */
export function isSession(path: string): boolean {
  return isLinesName(path) && mainFileOf(path) === path;
}

/** The file by which the session is known that a file belongs to; another path as it is. */
export function mainFileOf(path: string): string {
  if (!isLinesName(path)) return path;
  const folder = dirname(path);
  const above = dirname(folder);
  if (isAgent(path)) return linesAt(join(above, "main/wire.jsonl")) ?? path;
  const ofParent = basename(above) === "subagents" ? mainFile(dirname(above)) : undefined;
  return ofParent ?? mainFile(folder) ?? path;
}

/** True when a file holds the records of an agent of Kimi Code. */
function isAgent(path: string): boolean {
  const isLog = withoutLinesEnding(basename(path)) === "wire";
  return isLog && basename(dirname(dirname(path))) === "agents";
}

/** True when a file is a whole session, as in the oldest Kimi CLI; others have a folder. */
export function isSessionFile(path: string): boolean {
  return !isAgent(path) && mainFile(dirname(path)) !== path;
}

/** The file by which the session of Kimi CLI in a folder is known. */
function mainFile(folder: string): string | undefined {
  return linesAt(join(folder, "context.jsonl")) ?? linesAt(join(folder, "wire.jsonl"));
}

/** All files of a session, by the one by which it is known. */
export function filesOf(path: string): KimiFiles {
  const folder = dirname(path);
  if (isAgent(path)) {
    const home = dirname(dirname(folder));
    const own = basename(folder);
    const names = own === "main" ? namesIn(dirname(folder)) : [];
    const about = isSession(path) ? [join(home, "state.json")] : [];
    const agents = names.flatMap((name): AgentFile[] => {
      const wire = linesAt(join(home, "agents", name, "wire.jsonl"));
      return wire === undefined || wire === path ? [] : [{ name, path: wire }];
    });
    const id = own === "main" ? basename(home) : `${basename(home)}.${own}`;
    return { id, log: path, contexts: [], agents, about };
  }
  if (isSessionFile(path)) {
    const id = withoutLinesEnding(basename(path));
    return { id, log: path, contexts: [], agents: [], about: [] };
  }
  const names = namesIn(folder);
  const numbered = (form: RegExp) =>
    names
      .filter((name) => isLinesName(name) && form.test(withoutLinesEnding(name)))
      .sort((a, b) => numberIn(a) - numberIn(b))
      .map((name) => join(folder, name));
  const agents = namesIn(join(folder, "subagents")).flatMap((name): AgentFile[] => {
    const own = join(folder, "subagents", name);
    const main = mainFile(own);
    // Both files are there, and empty, from the start.
    const files = [main, linesAt(join(own, "wire.jsonl"))];
    const isEmpty = files.every((file) => file === undefined || sizeAt(file) === 0);
    return main === undefined || isEmpty ? [] : [{ name, path: main }];
  });
  const older = numbered(/^context_sub_\d{1,9}$/).map((file) => ({
    name: withoutLinesEnding(basename(file)),
    path: file,
  }));
  const log = linesAt(join(folder, "wire.jsonl"));
  return {
    id: basename(folder),
    ...(log !== undefined && { log }),
    contexts: [...numbered(/^context_\d{1,9}$/), ...numbered(/^context$/)],
    agents: [...agents, ...older],
    about: ["state.json", "metadata.json", "meta.json"].map((name) => join(folder, name)),
  };
}

/** All files beside the first one of a session, of which one that changes is a change of the session. */
export function besideOf(path: string): string[] {
  const { log, contexts, agents, about } = filesOf(path);
  const ofAgents = agents.flatMap((agent) => [agent.path, ...besideOf(agent.path)]);
  const blobs = join(dirname(path), "blobs");
  const ofBlobs = namesIn(blobs).map((name) => join(blobs, name));
  const own = [...(log === undefined ? [] : [log]), ...contexts, ...about, ...ofAgents, ...ofBlobs];
  return [...new Set(own)].filter((file) => file !== path);
}

function sizeAt(path: string): number | undefined {
  return attempt(() => sizeOf(path));
}

function numberIn(name: string): number {
  return Number(/\d{1,9}/.exec(name)?.[0] ?? 0);
}

function namesIn(folder: string): string[] {
  return (attempt(() => readdirSync(folder)) ?? []).sort();
}

/** The JSON object in a file, if it is there and holds one. */
export function documentAt(path: string): JsonObject | undefined {
  const found = attempt(() => readDocument(path));
  return found && "record" in found ? found.record : undefined;
}

/**
 * The working directory of a session of Kimi CLI: its folder lies in one that is called by a hash of it. Reports
 * fields of the list of directories that are unknown, where a context is given.
 */
export function cwdOf(path: string, context?: Context): string | undefined {
  const folder = isSessionFile(path) ? dirname(path) : dirname(dirname(path));
  const list = join(dirname(dirname(folder)), "kimi.json");
  const info = attempt(() => statSync(list));
  const found = info && pathsIn(`${info.mtimeMs}\n${list}`);
  if (context) found?.rows.report(context);
  return found?.paths.get(basename(folder));
}

/** Working directories by the names of their folders; the key is the time of the last change with the path of the list. */
const pathsIn = remembered((key: string) => {
  const list = key.slice(key.indexOf("\n") + 1);
  const rows = new RowsBeside(listFields);
  const places = rows.read(documentAt(list) ?? {}, { path: list }, (fields) =>
    fields.objects("work_dirs").map((place) => [place.text("path"), place.text("kaos")] as const),
  );
  const paths = new Map(
    places.flatMap(([path, kaos = "local"]): [string, string][] => {
      if (path === undefined) return [];
      const hash = createHash("md5").update(path).digest("hex");
      return [[kaos === "local" ? hash : `${kaos}_${hash}`, path]];
    }),
  );
  return { rows, paths };
});

const listFields: NamedFields = {
  dropped: droppedFields({
    "the session that was open last": { texts: "last_session_id" },
    "a setting": { texts: "thinking" },
  }),
};
