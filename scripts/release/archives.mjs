import { execFileSync, spawnSync } from "node:child_process";
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

/** True when the registry has a version of a package. Throws when it does not say. */
export function isPublished({ name, version }) {
  const words = ["view", `${name}@${version}`, "version"];
  const { status, stdout, stderr } = spawnSync("npm", words, { encoding: "utf8" });
  // Of a package that has other versions, older npm says nothing.
  if (status === 0) return stdout.trim() !== "";
  if (/\bE404\b/.test(stderr)) return false;
  throw new Error(`npm ${words.join(" ")}: ${stdout}${stderr}`);
}
