import { extname } from "node:path";
import type { Sink } from "@chatexport/core";
import { usageError } from "../cli-error.js";
import { kindOfPath } from "../paths.js";
import { builtInSinks } from "../plugins/load.js";

/** Where documents go; the name is for people. */
export type Destination =
  | { kind: "folder" | "file"; name: string; path: string }
  | { kind: "stdout"; name: string; path?: never };

/** Understands `--out`; a file is meant when the name ends like the documents do. */
export async function destinationOf(out: string, sinks: readonly Sink[]): Promise<Destination> {
  if (out === "-") {
    if (sinks.length > 1) throw usageError("--out - takes the documents of one --to only.");
    return { kind: "stdout", name: "standard output" };
  }
  const extension = /[\\/]$/.test(out) ? "" : extname(out).slice(1).toLowerCase();
  if (extension !== "" && (await kindOfPath(out)) !== "folder") {
    if (sinks.some((sink) => sink.extension === extension)) {
      if (sinks.length > 1) throw usageError(`--out ${out} takes the documents of one --to only.`);
      return { kind: "file", name: out, path: out };
    }
    const other = (await builtInSinks()).find((sink) => sink.extension === extension);
    if (other)
      throw usageError(`--out ${out} is a file for ${other.name}: add --to ${other.name}.`);
  }
  return { kind: "folder", name: out, path: out };
}
