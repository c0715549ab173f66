import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { otherToolAt, type System, thisSystem } from "@chatexport/core/read";
import { StoreContents } from "./contents.js";
import type { Root } from "./roots.js";

/*
 * Qoder keeps what is said as Claude Code does, in folders of its own. As read in its command line 1.1.52.
 */

/**
 * The places where Qoder keeps its projects: the roots if there are any, else below its folders. Of those
 * only the first may not exist.
 */
export function qoderRoots(options: SourceOptions, system: System = thisSystem()): Root[] {
  if (options.roots) return options.roots.map((path) => ({ path: resolve(path), kind: "root" }));
  const configured = options.home === undefined ? system.env.QODER_CONFIG_DIR : undefined;
  const home = options.home === undefined ? system.home : resolve(options.home);
  const [first, ...others] = [
    configured ? resolve(configured) : join(home, ".qoder"),
    join(home, ".qoder-cn"),
    join(home, ".qoderwork"),
  ].map((folder) => join(folder, "projects"));
  const paths = [first ?? home, ...others.filter(existsSync)];
  return paths.map((path) => ({ path, kind: "config-folder" }));
}

/** True when a piece of a transcript has the record with which Qoder ends what it writes at a time. */
export function isOfQoder(piece: Buffer): boolean {
  return piece.includes('{"type":"active-leaf",');
}

/** Whose files are read: those of the tool that the package is about, or of the one that writes the same. */
export type Client = "claude" | "qoder";

/**
 * The part of the contents of roots that is a client's. Whose a folder is, its name tells where the
 * user names roots. Of Qoder only transcripts are known.
 */
export function contentsOf(
  client: Client,
  contents: StoreContents,
  roots: readonly Root[],
): StoreContents {
  const isOwn = ({ path }: { path: string }) =>
    !isGiven(roots) || isInQoder(path) === (client === "qoder");
  const { transcripts, ...others } = contents;
  const own = Object.entries(others).map(([name, files]) => [name, files.filter(isOwn)]);
  if (client === "claude")
    return { ...Object.fromEntries(own), transcripts: transcripts.filter(isOwn) };
  const looseAgents = contents.looseAgents.filter(isOwn);
  return Object.assign(new StoreContents(), { transcripts, looseAgents });
}

/** True when a transcript is a client's: elsewhere than in a folder of Qoder what it holds tells. */
export function isTranscriptOf(
  client: Client,
  path: string,
  isMarked: boolean | undefined,
  roots: readonly Root[],
): boolean {
  return !isGiven(roots) || (isInQoder(path) || isMarked === true) === (client === "qoder");
}

function isGiven(roots: readonly Root[]): boolean {
  return roots.some(({ kind }) => kind === "root");
}

function isInQoder(path: string): boolean {
  return otherToolAt(path)?.source === "qoder";
}
