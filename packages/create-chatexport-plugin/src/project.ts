import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Files, templates } from "./templates.computed.js";
import { folderOf, pluginNameOf, type Wish } from "./wish.js";

/** Writes the project of a plugin into a new folder below `parent`, and gives its name. Throws when the folder holds something. */
export function writeProject(wish: Wish, parent: string): string {
  const folder = folderOf(wish.packageName);
  refuseUnlessEmpty(join(parent, folder), folder);
  for (const [path, text] of Object.entries(projectOf(wish))) {
    const file = join(parent, folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
  }
  return folder;
}

function refuseUnlessEmpty(path: string, folder: string): void {
  mkdirSync(path, { recursive: true });
  if (readdirSync(path).length > 0)
    throw new Error(`The folder ${folder} is not empty; empty it, or choose another name.`);
}

/** The files of an example, with the names of this plugin. */
function projectOf(wish: Wish): Files {
  const { kind, language, packageName } = wish;
  const name = pluginNameOf(wish);
  const files: Files = templates[kind][language];
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      text
        .replaceAll(`chatexport-${kind}-example`, packageName)
        // As the name of the plugin, or before the format of a store.
        .replaceAll(/"example(?=["/])/g, `"${name}`)
        .replaceAll("GUIDE", guideTo(kind, ownHomepage()))
        .replaceAll("NAME", name),
    ]),
  );
}

/** The page to read on: in the repository, whose address a published package has. */
export function guideTo(kind: Wish["kind"], homepage: string | undefined): string {
  const page = `docs/write-a-${kind}.md`;
  return homepage === undefined
    ? `\`${page}\` of chatexport`
    : `[Write a ${kind}](${new URL(`../${page}`, homepage)})`;
}

function ownHomepage(): string | undefined {
  const manifest = new URL("../package.json", import.meta.url);
  return JSON.parse(readFileSync(manifest, "utf8")).homepage;
}
