import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { filesBelow } from "../floors/files.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** A text that changes with the programs that make homes. */
export function fingerprint() {
  const hash = createHash("sha256");
  for (const path of filesBelow(folder).sort()) hash.update(readFileSync(path));
  return hash.digest("hex").slice(0, 16);
}
