// Publishes the archives in a folder that the registry does not have yet: `node scripts/release/publish.mjs FOLDER`.
// It needs nothing but Node and npm, so that no code of others runs where packages can be published.
// With `--dry-run` it only prints which these are, in one line, as an output of a workflow.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { archivesIn, isPublished } from "./archives.mjs";

const [folder, option] = process.argv.slice(2);
const missing = archivesIn(resolve(folder)).filter((archive) => !isPublished(archive));
console.log(`packages=${missing.map(({ name, version }) => `${name}@${version}`).join(" ")}`);
if (option !== "--dry-run")
  for (const { path } of missing)
    execFileSync("npm", ["publish", path, "--access", "public"], { stdio: "inherit" });
