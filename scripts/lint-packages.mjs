// Packs all packages as they will be published and has publint and attw look at each, in one process:
// most of what attw takes is to start the compiler and to read the library of JavaScript.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { ownEnvironment } from "./own-environment.mjs";
import { packAll } from "./packed/pack.mjs";

// As in attw's profile esm-only: who resolves so cannot import a package of modules.
const ignored = ["node10", "node16-cjs"];

const folder = mkdtempSync(join(tmpdir(), "chatexport-lint-"));
try {
  const stage = { folder, environment: ownEnvironment };
  const packages = await packAll(stage, fileURLToPath(new URL("..", import.meta.url)));
  for (const packed of packages)
    for (const problem of [...(await wrongForm(packed)), ...(await wrongTypes(packed))]) {
      console.error(`${packed.name}: ${problem}`);
      process.exitCode = 1;
    }
  console.log(`publint and attw looked at ${packages.length} packages.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The findings of publint, down to suggestions. */
async function wrongForm({ bytes }) {
  const { messages, pkg } = await publint({
    pack: { tarball: bytes.slice().buffer },
    strict: true,
  });
  return messages.map((message) => formatMessage(message, pkg, { color: false }));
}

/** The findings of attw for each entry, as those resolve who can import it; a program alone has none. */
async function wrongTypes({ bytes, manifest }) {
  if (Object.values(manifest.exports).every((entry) => typeof entry === "string")) return [];
  const { types, problems } = await checkPackage(createPackageFromTarballData(bytes));
  if (!types) return ["it has no types"];
  return problems
    .filter(({ resolutionKind }) => !ignored.includes(resolutionKind))
    .map((problem) => JSON.stringify(problem));
}
