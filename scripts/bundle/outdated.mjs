import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isOutdated } from "./is-outdated.mjs";
import { bundlePackage } from "./package.mjs";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

/** Bundles the packages in which a source is newer than what was made of it. */
export default async function bundleOutdated() {
  const folders = readdirSync(packages).map((name) => join(packages, name));
  await Promise.all(folders.filter(isOutdated).map(bundlePackage));
}
