import { checkOptions, OptionError, type PluginOptions, wrongOption } from "@chatexport/core";
import { escapeRegExp } from "./escape-reg-exp.js";
import type { Numbering } from "./personal/pseudonyms.js";

/** The options of a redactor; everything is optional. */
export interface RedactOptions {
  /** Own rules: text that matches is masked as `[redacted: name]`. A text is `NAME=PATTERN`. */
  rule?: readonly (OwnRule | string)[];
  /** Regular expressions: a secret that matches one of them entirely is left as it is. */
  allow?: readonly string[];
  /** Words that are masked as `[redacted: word]` wherever they occur as a whole, in any case. */
  word?: readonly string[];
  /** Also replaces the user's home directory by `~` and the user's name by `user`. */
  paths?: boolean;
  /**
   * Also replaces personal data by pseudonyms: mail addresses, names in commits, phone numbers, IP
   * addresses, hosts of an own network, users and machines in shells; and does what `paths` does.
   */
  personal?: boolean;
  /** Which number a pseudonym bears ("Person 2"); each redactor counts from 1 when it is absent. */
  numbering?: Numbering;
  /** The home directory, for `paths`, beside those that are named in the data: /home/ada, /Users/ada. */
  home?: string;
}

/** A rule of the user's own. */
export interface OwnRule {
  /** The name in the mask, in kebab-case. */
  name: string;
  /** Source of a regular expression; its flags are `gu`. */
  pattern: string;
}

/** The options as a command line can give them. */
export const options: PluginOptions = {
  rule: {
    type: "string",
    multiple: true,
    description:
      "Mask what matches, too: NAME=PATTERN, a name in kebab-case and a regular expression.",
  },
  allow: {
    type: "string",
    multiple: true,
    description: "Leave a secret as it is when this regular expression matches all of it.",
  },
  word: {
    type: "string",
    multiple: true,
    description: "Mask this word, too, wherever it stands: a name, a customer, a project.",
  },
  personal: {
    type: "boolean",
    description:
      "Also replace mail addresses, names, phone numbers, IP addresses and hosts by pseudonyms.",
  },
  paths: {
    type: "boolean",
    description: "Also replace home directories by ~ and the user's name by user.",
  },
};

/** Throws an OptionError for what no redactor knows; rules and expressions are checked where they are read. */
export function checkRedactOptions(given: RedactOptions): void {
  checkOptions(given, options, ["rule", "numbering", "home"]);
  const { rule, home } = given;
  if (rule !== undefined && !Array.isArray(rule)) throw wrongOption("rule", "a list", rule);
  if (home !== undefined && typeof home !== "string") throw wrongOption("home", "a text", home);
}

/** The rule as its parts. Throws an OptionError when a text is none. */
export function ownRule(text: OwnRule | string): OwnRule {
  if (typeof text !== "string") return text;
  const at = text.indexOf("=");
  if (at < 0) throw wrong("rule", `A rule is written NAME=PATTERN, not "${text}".`);
  const rule = { name: text.slice(0, at), pattern: text.slice(at + 1) };
  patternOf(rule);
  return rule;
}

/** The regular expression of an own rule. Throws an OptionError when name or pattern cannot be used. */
export function patternOf({ name, pattern }: OwnRule): RegExp {
  if (!/^[a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,5}$/.test(name))
    throw wrong(
      "rule",
      `The name of a rule is in kebab-case, as "ticket-number"; "${name}" is not.`,
    );
  const expression = expressionOf("rule", pattern, "gu");
  if (new RegExp(expression, "u").test(""))
    throw wrong("rule", `The pattern of the rule ${name} matches the empty text: ${pattern}`);
  return expression;
}

/** A regular expression for words as wholes, in any case. Throws an OptionError when one is empty. */
export function wordsPattern(words: readonly string[]): RegExp {
  if (words.some((word) => word.trim() === ""))
    throw wrong("word", "A word to mask cannot be empty.");
  const anyOf = words.map((word) => escapeRegExp(word.trim())).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyOf})(?![\\p{L}\\p{N}])`, "giu");
}

/** A regular expression that matches nothing but the whole of a text. Throws an OptionError when it is none. */
export function wholeText(pattern: string): RegExp {
  expressionOf("allow", pattern, "u");
  return expressionOf("allow", `^(?:${pattern})$`, "u");
}

function expressionOf(option: "rule" | "allow", pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    throw wrong(option, `This is not a regular expression: ${pattern}`);
  }
}

function wrong(option: keyof RedactOptions, message: string): OptionError {
  return new OptionError("ERR_INVALID_OPTION", option, message);
}
