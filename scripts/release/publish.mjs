// Publishes the archives in a folder that the registry does not have yet: `node scripts/release/publish.mjs FOLDER`.
// It needs nothing but Node and npm, so that no code of others runs where packages can be published.
import { execFileSync, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { archivesIn } from "./archives.mjs";

for (const { path, name, version } of archivesIn(resolve(process.argv[2]))) {
  if (isPublished(name, version)) {
    console.log(`${name}@${version} is published.`);
    continue;
  }
  execFileSync("npm", ["publish", path, "--access", "public"], { stdio: "inherit" });
}

/** Throws when the registry does not say. */
function isPublished(name, version) {
  const words = ["view", `${name}@${version}`, "version"];
  const { status, stdout, stderr } = spawnSync("npm", words, { encoding: "utf8" });
  // Of a package that has other versions, older npm says nothing.
  if (status === 0) return stdout.trim() !== "";
  if (/\bE404\b/.test(stderr)) return false;
  throw new Error(`npm ${words.join(" ")}: ${stdout}${stderr}`);
}
