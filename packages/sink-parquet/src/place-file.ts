import { createHash } from "node:crypto";
import { createReadStream, lstatSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatasetFile } from "@chatexport/core";
import { makeFolder } from "@chatexport/core/host";

/** Gives a file that is whole its name; one with the same bytes keeps its time of change. */
export async function placeFile(staged: string, path: string): Promise<DatasetFile> {
  const bytes = lstatSync(staged).size;
  const earlier = lstatSync(path, { throwIfNoEntry: false });
  if (earlier?.size === bytes && (await digest(path)) === (await digest(staged))) {
    rmSync(staged);
    return { path, bytes, state: "unchanged" };
  }
  makeFolder(dirname(path));
  renameSync(staged, path);
  return { path, bytes, state: earlier ? "changed" : "new" };
}

async function digest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
