// Packs all packages into a folder, as they are published, from a workspace that is built:
// `node scripts/release/pack.mjs FOLDER [ADDRESS]`. The address of the repository is that of the workflow unless
// it is given.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writeManifests } from "./manifests.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
const [folder, address = repository && `${server}/${repository}`] = process.argv.slice(2);
if (!folder || !address) {
  console.error("error: the folder or the address of the repository is missing");
  console.error("Run: npm run pack -- archives https://github.com/OWNER/REPOSITORY");
  process.exit(1);
}

const writeBack = writeManifests(root, address);
try {
  const words = ["-r", "pack", "--pack-destination", resolve(folder)];
  execFileSync("pnpm", words, { cwd: root, stdio: "inherit" });
} finally {
  writeBack();
}
