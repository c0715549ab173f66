import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes down whose code is among joined modules, with the text of each licence, as licences ask;
 * throws for a package without such a text. Without code of others there is no such file.
 */
export function writeLicences(file, modules) {
  const folders = new Set(modules.flatMap((path) => packageFolder.exec(path)?.[0] ?? []));
  rmSync(file, { force: true });
  if (folders.size === 0) return;
  const sections = [...folders].map(sectionOf).sort();
  writeFileSync(
    file,
    `# Licences of others\n\nThe files beside this one contain code of these packages.\n\n${sections.join("\n")}`,
  );
}

/** The folder of the package that a module is of, unless it is one of ours. */
const packageFolder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** True when a module is of a package of others. */
export function isInstalled(path) {
  return packageFolder.test(path);
}

function sectionOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = textsIn(folder, /^(?:licen[cs]e|notice|copying)/i);
  // From its repository, where the package leaves it out.
  if (texts.length === 0)
    texts.push(...textsIn(kept, new RegExp(`^${name.replace("/", ".")}[.]txt$`)));
  if (texts.length === 0)
    throw new Error(`${name} ${version} has no text of its licence (${license}).`);
  const text = texts.join("\n\n");
  return `## ${name} ${version}, ${license}\n\n${text.replace(/^(?=.)/gm, "    ")}\n`;
}

const kept = join(import.meta.dirname, "licences");

/** The texts of the files in a folder whose names match. */
function textsIn(folder, names) {
  return readdirSync(folder)
    .filter((path) => names.test(path))
    .map((path) => readFileSync(join(folder, path), "utf8").trim());
}
