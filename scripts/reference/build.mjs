// Writes the API reference from the doc comments of everything that the packages export. It fails for
// what has no comment, and for a type that is used there and cannot be imported.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Application, MinimalSourceFile, normalizePath, OptionDefaults } from "typedoc";
import ts from "typescript";
import { entryPoints } from "./entry-points.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const found = entryPoints();
const app = await Application.bootstrap({
  options: here,
  // What can be done about a diagnostic; scripts/diagnostics-page.mjs prints it.
  blockTags: [...OptionDefaults.blockTags, "@remedy"],
});
const project = app.converter.convert(modules());
for (const { name, readme } of found) if (readme !== undefined) addReadme(name, readme);
validate();
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;

/** The entry points as TypeDoc takes them, under the names by which they are imported. */
function modules() {
  const config = ts.getParsedCommandLineOfConfigFile(`${here}tsconfig.json`, {}, ts.sys);
  const files = found.map(({ file }) => file);
  const program = ts.createProgram(files, config.options);
  return found.map(({ name, file }) => ({
    displayName: name,
    program,
    sourceFile: program.getSourceFile(file),
  }));
}

/** Puts the README of a package on the page of its module, whose heading it does not need. */
function addReadme(name, readme) {
  const text = readFileSync(readme, "utf8").replace(/^# .*\n/, "");
  const file = new MinimalSourceFile(text, normalizePath(readme));
  const page = project.children.find((child) => child.name === name);
  page.readme = app.converter.parseRawComment(file, project.files).content;
}

/** TypeDoc judges the package that a project is named after, and no other: so it is named after each. */
function validate() {
  const { packageName } = project;
  for (const name of new Set(found.map((one) => one.packageName))) {
    project.packageName = name;
    app.validate(project);
  }
  project.packageName = packageName;
}
