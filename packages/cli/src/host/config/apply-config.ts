import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf, safeLine } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import type { Command, Option } from "commander";
import type { OptionRow } from "../../options/option-row.js";
import { isForFiles, isSwitch, optionTable } from "../../options/option-table.js";
import type { PluginSetting } from "../../options/parse-words.js";
import { CliError, unknownWord, usageError } from "../../terminal/cli-error.js";
import { kindOfPath } from "../files/paths.js";
import { configNames } from "./config-names.js";
import { parseJson } from "./json-syntax.js";

const table: Readonly<Record<string, OptionRow>> = optionTable;
const names = Object.entries(table).flatMap(([name, row]) => (isForFiles(row) ? [name] : []));

/**
 * Gives a command the options of the file that `--config` names, else of `chatexport.config.*` in
 * the working directory, whose name is then its option `config`. The command line wins. A file that
 * is a program is passed over where none may run.
 */
export async function applyConfig(command: Command, mayRun = true): Promise<void> {
  const { config: named, findConfig }: { config?: string; findConfig?: boolean } = command.opts();
  const path = named ?? (findConfig === false ? undefined : await fileHere());
  // A completion may not run a program.
  if (path === undefined || !(mayRun || path.endsWith(".json"))) return;
  const config = await importConfig(path);
  const file = safeLine(path);
  command.setOptionValueWithSource("config", path, "config");
  for (const [name, value] of Object.entries(config)) {
    const row = names.includes(name) ? table[name] : undefined;
    if (!row) throw usageError(`${file}: ${unknownWord("option", name, names).message}`);
    const option = command.options.find((one) => one.attributeName() === name);
    // What a file says about formats is meant for archives; a session that is shown is to be read.
    if (!option || (name === "to" && command.name() === "show")) continue;
    if (name === "option") {
      const given: PluginSetting[] = command.getOptionValue(name) ?? [];
      // `--detail` is the shorthand of an option of sinks.
      const others = pluginSettings(value, path).filter(({ key }) => !isTyped(key, command));
      command.setOptionValue(name, [...others, ...given]);
    } else if (!isTyped(name, command)) {
      const given = optionValue(row, option, value, `${file}: ${name}`);
      command.setOptionValueWithSource(name, given, "config");
    }
  }
}

function isTyped(name: string, command: Command): boolean {
  return command.getOptionValueSource(name) === "cli";
}

/** The value as the command line would give it; throws a usage error that names the place. */
function optionValue(row: OptionRow, option: Option, value: unknown, place: string): unknown {
  const isList = Array.isArray(value) && row.repeatable;
  const values: unknown[] = isList ? value : [value];
  if (values.length === 0 || !values.every((one) => isExpected(row, one)))
    throw usageError(`${place} is not ${expectedOf(row)}.`);
  const { parseArg } = option;
  if (isSwitch(row) || !parseArg) return value;
  try {
    return values.reduce<unknown>((earlier, one) => parseArg(String(one), earlier), undefined);
  } catch (cause) {
    throw cause instanceof CliError ? usageError(`${place}: ${cause.message}`) : cause;
  }
}

/** The settings of plugins under `option` in a file, also of those that take no part. */
function pluginSettings(value: unknown, file: string): PluginSetting[] {
  const place = `${safeLine(file)}: option`;
  return entriesOf(value, place).flatMap(([plugin, keys]) =>
    entriesOf(keys, `${place}.${safeLine(plugin)}`).flatMap(([key, given]) =>
      valuesOf(given, `${place}.${safeLine(plugin)}.${safeLine(key)}`).map((value) => {
        return { plugin, key, ...value, file };
      }),
    ),
  );
}

function isExpected(row: OptionRow, value: unknown): boolean {
  if (isSwitch(row)) return typeof value === "boolean";
  return typeof value === (row.takes === "count" ? "number" : "string");
}

function expectedOf(row: OptionRow): string {
  if (isSwitch(row)) return "true or false";
  if (row.takes === "count") return "a number";
  return row.repeatable ? "a text or a list of texts" : "a text";
}

function valuesOf(value: unknown, place: string): Pick<PluginSetting, "value" | "options">[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => {
    if (["string", "number", "boolean"].includes(typeof one)) return { value: String(one) };
    const [name, given, ...others] = Array.isArray(one) ? (one as unknown[]) : [];
    const options = objectOf(given);
    if (typeof name === "string" && options && others.length === 0) return { value: name, options };
    throw usageError(
      typeof one === "function"
        ? `${place} holds a function: write the name of its module, which an archive can remember.`
        : `${place} is not a text, a number, true, false, or a list of these or of ["module", {options}].`,
    );
  });
}

function entriesOf(value: unknown, place: string): [string, unknown][] {
  const object = objectOf(value);
  if (!object) throw usageError(`${place} is not an object.`);
  return Object.entries(object);
}

/** The file of options in the working directory; throws a usage error when there are two. */
async function fileHere(): Promise<string | undefined> {
  const found: string[] = [];
  for (const name of configNames) if ((await kindOfPath(name)) === "file") found.push(name);
  if (found.length > 1)
    throw usageError(
      `${found.join(" and ")} are both here: remove one, or name one with --config.`,
    );
  return found[0];
}

/** The options in a file: by their long names in camel case, those of plugins under `option`. */
async function importConfig(path: string): Promise<Record<string, unknown>> {
  await refuseOthers(path);
  const given = await contentOf(path).catch((cause: unknown) => {
    const isProgram = cause instanceof SyntaxError;
    const hint = isProgram ? `; node --check ${path} shows where` : "";
    throw usageError(`${safeLine(path)} cannot be read: ${safeLine(messageOf(cause) + hint)}.`);
  });
  const content = objectOf(given);
  if (!content) throw usageError(`${safeLine(path)} holds no object of options.`);
  // Editors find in it what they say about the options.
  const { $schema, ...options } = content;
  return options;
}

/** Throws a usage error where the message of Node would not help the user of a program. */
async function refuseOthers(path: string): Promise<void> {
  const kind = await kindOfPath(path);
  if (kind === "nothing") throw usageError(`--config ${safeLine(path)}: no such file.`);
  if (kind === "file" && !/\.(?:json|[cm]?js)$/.test(path))
    throw usageError(
      `--config ${safeLine(path)}: a file of options ends in .json, .js, .mjs or .cjs.`,
    );
  if (kind === "folder") throw usageError(`--config ${safeLine(path)}: this is a folder.`);
}

async function contentOf(path: string): Promise<unknown> {
  if (path.endsWith(".json")) return parseJson(await readFile(path, "utf8"));
  const module: { default?: unknown } = await import(pathToFileURL(resolve(path)).href);
  return module.default;
}
