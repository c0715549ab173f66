import { join } from "node:path";
import { kindOfPath } from "../paths.js";

/** The folder, inside that of an archive, for what is not a document. */
export const ownFolder = ".chatexport";

/** Whether there is an archive in a folder. */
export async function isArchive(root: string): Promise<boolean> {
  const found = ["manifest.jsonl", "journal.jsonl"].map((name) => join(root, ownFolder, name));
  return (await Promise.all(found.map(kindOfPath))).includes("file");
}
