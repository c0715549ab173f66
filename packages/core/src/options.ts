import { closestMatch } from "leven";
import type { PluginOption, PluginOptions } from "./plugin.js";

/** A mistake of the caller: an option that does not exist, or a value that it does not take. */
export class OptionError extends TypeError {
  override readonly name = "OptionError";
  readonly code: "ERR_UNKNOWN_OPTION" | "ERR_INVALID_OPTION";
  /** The name of the option. */
  readonly option: string;

  constructor(code: OptionError["code"], option: string, message: string) {
    super(message);
    this.code = code;
    this.option = option;
  }
}

/**
 * Throws an OptionError for an option that is not described, and for a value that does not fit. A factory calls it
 * first, for callers without types. `own` are names that the factory checks itself.
 */
export function checkOptions(
  given: object,
  described: PluginOptions,
  own: readonly string[] = [],
): void {
  for (const [name, value] of Object.entries(given)) {
    if (own.includes(name) || value === undefined) continue;
    const option = Object.hasOwn(described, name) ? described[name] : undefined;
    if (!option) throw unknownOption(name, [...Object.keys(described), ...own]);
    if (!option.multiple) checkValue(name, option, value);
    else if (Array.isArray(value)) for (const each of value) checkValue(name, option, each);
    else throw wrongOption(name, "a list", value);
  }
}

function checkValue(name: string, { type, values }: PluginOption, value: unknown): void {
  // Plugins of unified are functions, or lists of one with its options; unified says what is wrong.
  if (type === "unified") return;
  const kind = type === "string" ? "a text" : "true or false";
  if (typeof value !== type) throw wrongOption(name, kind, value);
  if (values) oneOf(name, values, String(value));
}

/** The value of an option that may be one of these; throws an OptionError for any other. */
export function oneOf<Value extends string>(
  name: string,
  allowed: readonly Value[],
  value: Value,
): Value {
  if (allowed.includes(value)) return value;
  throw wrongOption(name, `${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}`, value);
}

/** The error for a value that an option does not take: `wanted` says what it takes. */
export function wrongOption(name: string, wanted: string, value: unknown): OptionError {
  const shown = typeof value === "string" ? `"${value}"` : shownValue(value);
  return new OptionError(
    "ERR_INVALID_OPTION",
    name,
    `Option ${name} must be ${wanted}, not ${shown}`,
  );
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

function unknownOption(name: string, known: readonly string[]): OptionError {
  const nearest = closestMatch(name, known, { maxDistance: Math.ceil(name.length / 3) });
  const hint =
    nearest === undefined ? `the options are ${known.join(", ")}` : `did you mean ${nearest}?`;
  return new OptionError("ERR_UNKNOWN_OPTION", name, `There is no option ${name}; ${hint}`);
}
