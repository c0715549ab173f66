import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf, safeLine } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { usageError } from "../../terminal/cli-error.js";
import { kindOfPath } from "../files/paths.js";
import { parseJson } from "./json-syntax.js";

/** A file of options: by their long names in camel case, those of plugins under `option`. */
interface ConfigFile {
  /** As the user calls it. */
  path: string;
  options: Record<string, unknown>;
}

const fileNames = ["chatexport.config.js", "chatexport.config.mjs", "chatexport.config.json"];

/** The file with this name, else the one here; undefined when there is none, or none may run. */
export async function readConfig(
  named: string | undefined,
  mayRun: boolean,
): Promise<ConfigFile | undefined> {
  const path = named ?? (await fileHere());
  if (path === undefined || !(mayRun || path.endsWith(".json"))) return undefined;
  return importConfig(path);
}

async function fileHere(): Promise<string | undefined> {
  for (const name of fileNames) if ((await kindOfPath(name)) === "file") return name;
  return undefined;
}

async function importConfig(path: string): Promise<ConfigFile> {
  await refuseOthers(path);
  const given = await contentOf(path).catch((cause: unknown) => {
    const isProgram = cause instanceof SyntaxError;
    const hint = isProgram ? `; node --check ${path} shows where` : "";
    throw usageError(`${safeLine(path)} cannot be read: ${safeLine(messageOf(cause) + hint)}.`);
  });
  const content = objectOf(given);
  if (!content) throw usageError(`${safeLine(path)} does not give an object of options.`);
  // Editors find in it what they say about the options.
  const { $schema, ...options } = content;
  return { path, options };
}

/** Throws a usage error where the message of Node would not help the user of a program. */
async function refuseOthers(path: string): Promise<void> {
  const kind = await kindOfPath(path);
  if (kind === "nothing") throw usageError(`--config ${safeLine(path)}: there is no such file.`);
  if (kind === "file" && !/\.(?:json|[cm]?js)$/.test(path))
    throw usageError(`--config ${safeLine(path)}: a file of options ends in .json, .js or .mjs.`);
  if (kind === "folder") throw usageError(`--config ${safeLine(path)}: this is a folder.`);
}

async function contentOf(path: string): Promise<unknown> {
  if (path.endsWith(".json")) return parseJson(await readFile(path, "utf8"));
  const module: { default?: unknown } = await import(pathToFileURL(resolve(path)).href);
  return module.default;
}
