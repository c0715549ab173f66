import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt } from "@chatexport/core/read";
import { namesIn } from "../locate/disk.js";
import { transcriptId } from "../locate/file-kinds.js";

/** The files that belong to one session alone, beside its transcript. */
export interface SessionFiles {
  /** In the folder of its name: transcripts of sub-agents, large outputs (2.1.2 and later). */
  own: string[];
  /** Todo lists, tasks and backups for rewinding, elsewhere in the config folder. */
  elsewhere: string[];
  /** The folders that hold nothing else, the innermost first. */
  folders: string[];
}

/** Finds the files that belong to the session of a transcript. Links are not followed. */
export function sessionFiles(transcript: string): SessionFiles {
  const id = transcriptId(transcript);
  const config = dirname(dirname(dirname(transcript)));
  const own = filesBelow(transcript.replace(/\.jsonl$/, ""));
  const lists = ["file-history", "tasks"].map((name) => filesBelow(join(config, name, id)));
  const todos = join(config, "todos");
  const isOwn = (name: string) => name === `${id}.json` || name.startsWith(`${id}-agent-`);
  return {
    own: own.files,
    elsewhere: [
      ...lists.flatMap(({ files }) => files),
      ...namesIn(todos).flatMap((name) => (isOwn(name) ? [join(todos, name)] : [])),
    ],
    folders: [...own.folders, ...lists.flatMap(({ folders }) => folders)],
  };
}

function filesBelow(folder: string): { files: string[]; folders: string[] } {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true }));
  if (!entries) return { files: [], folders: [] };
  const inner = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => filesBelow(join(folder, name)));
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  return {
    files: [...files, ...inner.flatMap((each) => each.files)],
    folders: [...inner.flatMap((each) => each.folders), folder],
  };
}
