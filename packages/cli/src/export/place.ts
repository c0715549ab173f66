import { extname } from "node:path";
import type { Sink } from "@chatexport/core";
import { type ArchiveWork, archiveTarget } from "../archive/archive-target.js";
import { fileTarget } from "../archive/file-target.js";
import { isArchive } from "../archive/own-folder.js";
import { stdoutTarget } from "../archive/stdout-target.js";
import type { Target } from "../archive/target.js";
import { usageError } from "../cli-error.js";
import { kindOfPath } from "../paths.js";
import { builtInSinks } from "../plugins/load.js";

/** Where `--out` says that documents go. */
export interface Place {
  /** For people. */
  name: string;
  /** The folder or file. */
  path?: string;
  /** Of a folder: whether an export has been there before. */
  isArchive?(): Promise<boolean>;
  open(work: ArchiveWork): Promise<Target>;
}

/** Understands `--out`; a file is meant when the name ends like the documents do. */
export async function placeOf(out: string, sinks: readonly Sink[]): Promise<Place> {
  if (out === "-") {
    if (sinks.length > 1) throw usageError("--out - takes the documents of one --to only.");
    return { name: "standard output", open: async () => stdoutTarget(sinks) };
  }
  const extension = /[\\/]$/.test(out) ? "" : extname(out).slice(1).toLowerCase();
  if (extension !== "" && (await kindOfPath(out)) !== "folder") {
    if (sinks.some((sink) => sink.extension === extension)) {
      if (sinks.length > 1) throw usageError(`--out ${out} takes the documents of one --to only.`);
      return { name: out, path: out, open: () => fileTarget(out, sinks) };
    }
    const other = (await builtInSinks()).find((sink) => sink.extension === extension);
    if (other)
      throw usageError(`--out ${out} is a file for ${other.name}: add --to ${other.name}.`);
  }
  return {
    name: out,
    path: out,
    isArchive: () => isArchive(out),
    open: (work) => archiveTarget(out, work),
  };
}
