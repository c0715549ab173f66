import { createHash } from "node:crypto";
import { createReadStream, lstatSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatasetFile } from "../plugin.js";
import { makeFolder } from "./make-folder.js";
import { renameOver } from "./rename-over.js";

/**
 * Gives a file that is whole its name, on the same disk; folders that are missing are made. A file with the same
 * bytes that has the name already stays, with its time of change. Says what became of it.
 */
export async function placeFile(staged: string, path: string): Promise<DatasetFile> {
  const state = await stateInPlace(staged, path);
  const { size: bytes } = lstatSync(staged);
  if (state === "unchanged") rmSync(staged);
  else {
    makeFolder(dirname(path));
    renameOver(staged, path);
  }
  return { path, bytes, state };
}

/** The state of the file at `path` once another one has taken its place. */
export async function stateInPlace(staged: string, path: string): Promise<DatasetFile["state"]> {
  const earlier = lstatSync(path, { throwIfNoEntry: false });
  if (!earlier) return "new";
  // A symbolic link is replaced, never followed.
  if (!earlier.isFile() || earlier.size !== lstatSync(staged).size) return "changed";
  return (await fileDigest(path)) === (await fileDigest(staged)) ? "unchanged" : "changed";
}

/** The SHA-256 of a file, in hexadecimal. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest("hex");
}
