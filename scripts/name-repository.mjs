// Writes into each package where its source lies: npm shows it, follows the links of its README
// there, and publishes nothing with provenance that names another place. The address is the argument,
// or that of the repository whose workflow this is.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
const address = process.argv[2] ?? (repository && `${server}/${repository}`);

for (const name of readdirSync(packages)) {
  const path = `${packages}${name}/package.json`;
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  if (address) writeFileSync(path, `${JSON.stringify(named(manifest, name), undefined, 2)}\n`);
  else if (!manifest.repository) {
    console.error("error: npm wants to know where the source lies");
    console.error("Run: node scripts/name-repository.mjs https://github.com/OWNER/REPOSITORY");
    process.exit(1);
  }
}

function named(manifest, name) {
  const directory = `packages/${name}`;
  return {
    ...manifest,
    repository: { type: "git", url: `git+${address}.git`, directory },
    homepage: `${address}/tree/main/${directory}#readme`,
    bugs: `${address}/issues`,
  };
}
