import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { entriesOf } from "./manifest.mjs";

const ownFolder = fileURLToPath(new URL(".", import.meta.url));

/** Whether something in the sources of a package, or here, is newer than its bundles. */
export function isOutdated(folder) {
  const made = Object.keys(entriesOf(folder)).map((name) =>
    changedAt(join(folder, "dist", `${name}.js`)),
  );
  // A folder changes when a file is added to it or goes.
  const sources = [join(folder, "src"), ownFolder].flatMap((path) => [
    path,
    ...readdirSync(path, { recursive: true }).map((name) => join(path, name)),
  ]);
  const newest = Math.max(...[join(folder, "package.json"), ...sources].map(changedAt));
  return newest > Math.min(...made);
}

/** When a file was last written, in milliseconds; 0 when there is none. */
function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
