// Lets the examples and the guides ask for the packages as they are now. `changeset version` does not
// know them: they belong to nobody's workspace, as the plugins of others. The argument is the root.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url));
const packages = inFolder("packages").map((name) =>
  JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")),
);
const texts = [
  ...inFolder("examples")
    .filter((name) => name.startsWith("chatexport-"))
    .map((name) => join("examples", name, "package.json")),
  ...inFolder("docs")
    .filter((name) => name.startsWith("write-a-"))
    .map((name) => join("docs", name)),
];
for (const path of texts) {
  const before = readFileSync(join(root, path), "utf8");
  const after = packages.reduce(asking, before);
  if (after !== before) writeFileSync(join(root, path), after);
}

/** A text whose ranges of a package allow every patch of its version. */
function asking(text, { name, version }) {
  const range = version.replace(/\.\d+$/, ".0");
  return text.replaceAll(new RegExp(`"${name}": "\\^[^"]*"`, "g"), `"${name}": "^${range}"`);
}

function inFolder(name) {
  return readdirSync(join(root, name));
}
