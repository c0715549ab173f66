import { safeLine } from "@chatexport/core";
import type { Option } from "commander";
import { CliError, usageError } from "../cli-error.js";
import { isRecord } from "../is-record.js";
import { isSwitch, type OptionRow, type PluginSetting } from "../options.js";

/**
 * The value of an option in a file as the command line would give it; throws a usage error that
 * names the place, which is the file with the name of the option, and what is expected there.
 */
export function optionValue(
  row: OptionRow,
  option: Option,
  value: unknown,
  place: string,
): unknown {
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

/** What stands under `option` in a file: settings of plugins, also of those that take no part. */
export function pluginSettings(value: unknown, file: string): PluginSetting[] {
  const place = `${safeLine(file)}: option`;
  return entriesOf(value, place).flatMap(([plugin, keys]) =>
    entriesOf(keys, `${place}.${safeLine(plugin)}`).flatMap(([key, given]) =>
      wordsOf(given, `${place}.${safeLine(plugin)}.${safeLine(key)}`).map((word) => ({
        plugin,
        key,
        value: word,
        file,
      })),
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

function wordsOf(value: unknown, place: string): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => {
    if (["string", "number", "boolean"].includes(typeof one)) return String(one);
    throw usageError(`${place} is not a text, a number, true, false, or a list of these.`);
  });
}

function entriesOf(value: unknown, place: string): [string, unknown][] {
  if (!isRecord(value)) throw usageError(`${place} is not an object.`);
  return Object.entries(value);
}
