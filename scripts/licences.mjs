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
  const licences = [...folders].map(licenceIn).sort((a, b) => (a.heading < b.heading ? -1 : 1));
  // Most packages have the same text below another notice.
  const groups = new Map();
  for (const licence of licences) {
    const alike = groups.get(licence.terms);
    if (alike) alike.push(licence);
    else groups.set(licence.terms, [licence]);
  }
  const sections = Array.from(groups.values(), sectionOf);
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

/** The licence of a package, with its notices apart from its terms. */
function licenceIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = textsIn(folder, /^(?:licen[cs]e|notice|copying)/i);
  // From its repository, where the package leaves it out.
  if (texts.length === 0)
    texts.push(...textsIn(kept, new RegExp(`^${name.replace("/", ".")}[.]txt$`)));
  if (texts.length === 0)
    throw new Error(`${name} ${version} has no text of its licence (${license}).`);
  const text = texts.join("\n\n");
  const notices = text.match(notice) ?? [];
  const terms = text.replace(notice, "").replace(/\s+/g, " ").trim();
  return { heading: `${name} ${version}, ${license}`, notices, terms, text };
}

const notice = /^[ \t]*copyright\b.*\d{4}.*$/gim;

/** Packages with the same terms: the notices of all, and the terms once, as the first one has them. */
function sectionOf(licences) {
  const [{ text }] = licences;
  const whole =
    licences.length === 1
      ? text
      : text
          .replace(notice, "")
          .replace(/\n\s*\n/g, "\n\n")
          .trim();
  const headings = licences.map(({ heading, notices }) =>
    [`## ${heading}`, ...(licences.length === 1 ? [] : notices.map(indented))].join("\n\n"),
  );
  return `${headings.join("\n\n")}\n\n${indented(whole)}\n`;
}

function indented(text) {
  return text.replace(/^(?=.)/gm, "    ");
}

const kept = join(import.meta.dirname, "licences");

/** The texts of the files in a folder whose names match. */
function textsIn(folder, names) {
  return readdirSync(folder)
    .filter((path) => names.test(path))
    .map((path) => readFileSync(join(folder, path), "utf8").trim());
}
