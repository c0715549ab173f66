// Writes the list of docs/diagnostics.md from the functions that make diagnostics: the doc comment of
// each in packages/*/src/**/diagnostics.ts says what its code means, and after `@remedy` what users can do.
//
//   node scripts/diagnostics-page.mjs [--check]
//
// With --check nothing is written, and it ends with 1 when the page is not what would be written.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "docs/diagnostics.md");
const begin =
  "<!-- Printed from packages/*/src/**/diagnostics.ts by node scripts/diagnostics-page.mjs -->";
const end = "<!-- End of the list -->";

/** The package whose codes docs/move.md explains. */
const mover = "relocate";

/** A doc comment, and the function or constant below it, up to a brace at the beginning of a line. */
const documented = /^\/\*\*((?:(?!\*\/).)*)\*\/\nexport (?:function|const) (\w+)(.*?)^}/gms;

/** The files of a package that make diagnostics. */
function filesIn(folder) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  return names
    .filter((name) => basename(name) === "diagnostics.ts")
    .sort()
    .map((name) => join(folder, name));
}

/** All that makes diagnostics in a file. */
function makersIn(path) {
  return [...readFileSync(path, "utf8").matchAll(documented)].flatMap(([, comment, name, body]) => {
    const codes = literals(body, /\bcode: "([a-z-]+)"/g);
    const severities = literals(body, /\bseverity: "(\w+)"/g);
    const [meaning, remedy] = comment
      .replaceAll(/^ *\* ?/gm, "")
      .split(/^@remedy /m)
      .map((text) => text.replaceAll(/\s+/g, " ").trim());
    return codes.length === 0 ? [] : [{ name, codes, severities, meaning, remedy }];
  });
}

function literals(text, pattern) {
  return [...new Set([...text.matchAll(pattern)].map(([, literal]) => literal))];
}

/** The maker that explains a code: the only one of its makers with a remedy. */
function explaining(code) {
  const all = makers.filter(({ codes }) => codes.includes(code));
  const [maker, ...others] = all.filter(({ remedy }) => remedy);
  if (maker && others.length === 0 && maker.codes.length === 1 && maker.severities.length > 0)
    return maker;
  const names = all.map(({ name, remedy }) => (remedy ? `${name} (@remedy)` : name)).join(", ");
  console.error(`${code}: one maker must have @remedy, no other code and a severity: ${names}`);
  process.exitCode = 1;
  return undefined;
}

const makers = readdirSync(join(root, "packages"))
  .filter((name) => name !== mover)
  .flatMap((name) => filesIn(join(root, "packages", name, "src")))
  .flatMap(makersIn);
let list = "";
/** The first code of those that are explained in the same words. */
const firstOf = new Map();
for (const code of [...new Set(makers.flatMap(({ codes }) => codes))].sort()) {
  const { severities, meaning, remedy } = explaining(code) ?? {};
  if (!remedy) continue;
  const words = `${meaning} → ${remedy}`;
  const first = firstOf.get(words);
  if (!first) firstOf.set(words, code);
  list += `- \`${code}\` (${severities.join(" or ")}): ${first ? `see \`${first}\`` : words}\n`;
}

const text = readFileSync(page, "utf8");
const start = text.indexOf(begin) + begin.length;
const wanted = `${text.slice(0, start)}\n\n${list}\n${text.slice(text.indexOf(end, start))}`;
if (process.argv[2] === "--check" && text !== wanted) {
  console.error("docs/diagnostics.md is not up to date: run node scripts/diagnostics-page.mjs");
  process.exitCode = 1;
}
// A page that lacks codes is never written.
if (process.argv[2] !== "--check" && process.exitCode === undefined) writeFileSync(page, wanted);
