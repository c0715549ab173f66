import { lstatSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import * as budget from "./budget.mjs";

/** Throws if an archive is larger than it may be; gives all of them. */
export function checkArchives({ packages }) {
  const rows = packages.map(({ name, bytes, files }) => {
    const kilobytes = bytes.length / 1000;
    return { name, kilobytes, most: budget.archives[name] ?? budget.archive, files: files.length };
  });
  for (const { name, kilobytes, most } of rows)
    if (kilobytes > most)
      throw new Error(`${name} has ${kilobytes.toFixed(1)} kB, and ${most} are allowed`);
  const total = rows.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
  return [
    `${rows.length} archives, ${total.toFixed(0)} kB`,
    ...rows.map(
      ({ name, kilobytes, most, files }) =>
        `${kilobytes.toFixed(1).padStart(7)} of ${most} kB, ${files} files: ${name}`,
    ),
  ].join("\n");
}

/** Throws if what was installed below a folder is more than it may be; says how much it is. */
export function checkInstalled(folder, major) {
  const { packages, bytes } = sizeOf(join(folder, "node_modules"));
  const most = budget.installed[major];
  const found = `${packages} of ${most.packages} packages, ${(bytes / 1e6).toFixed(1)} of ${most.megabytes} MB`;
  if (packages > most.packages || bytes > most.megabytes * 1e6)
    throw new Error(`npm install chatexport brings too much: ${found}`);
  return found;
}

function sizeOf(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, path));
  const stats = paths.map((path) => lstatSync(path)).filter((stat) => stat.isFile());
  return {
    packages: paths.filter((path) => isPackage(path.split(sep))).length,
    bytes: stats.reduce((sum, { size }) => sum + size, 0),
  };
}

/** True when a path is that of a package: `node_modules/name` or `node_modules/@scope/name`. */
function isPackage(path) {
  const name = path.at(-1);
  if (name.startsWith("@") || name.startsWith(".")) return false;
  return (
    path.at(-2) === "node_modules" ||
    (path.at(-2).startsWith("@") && path.at(-3) === "node_modules")
  );
}
