import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The archives in a folder: the path, name and version of each package. */
export function archivesIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tgz"))
    .sort()
    .map((file) => {
      const path = join(folder, file);
      const manifest = execFileSync("tar", ["-xzOf", path, "package/package.json"]);
      const { name, version } = JSON.parse(manifest);
      return { path, name, version };
    });
}
