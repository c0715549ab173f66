import type { PluginOptions } from "@chatexport/core";

/** What a redactor may be told; everything is optional. */
export interface RedactOptions {
  /** Own rules: text that matches is masked as `[redacted: name]`. A text is `NAME=PATTERN`. */
  rule?: readonly (OwnRule | string)[];
  /** Regular expressions: a secret that matches one of them entirely is left as it is. */
  allow?: readonly string[];
  /** Also replaces the user's home directory by `~` and the user's name by `user`. */
  paths?: boolean;
  /** The home directory, for `paths`, beside those that are named in the data: /home/ada, /Users/ada. */
  home?: string;
}

/** A rule of the user's own. */
export interface OwnRule {
  /** What stands in the mask, in kebab-case. */
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
  paths: {
    type: "boolean",
    description: "Also replace home directories by ~ and the user's name by user.",
  },
};

/** The rule as its parts. Throws when a text is none. */
export function ownRule(text: OwnRule | string): OwnRule {
  if (typeof text !== "string") return text;
  const at = text.indexOf("=");
  if (at < 0) throw new Error(`A rule is written NAME=PATTERN, not "${text}".`);
  const rule = { name: text.slice(0, at), pattern: text.slice(at + 1) };
  patternOf(rule);
  return rule;
}

/** The regular expression of an own rule. Throws when name or pattern cannot be used. */
export function patternOf({ name, pattern }: OwnRule): RegExp {
  if (!/^[a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,5}$/.test(name))
    throw new Error(`The name of a rule is in kebab-case, as "ticket-number"; "${name}" is not.`);
  const expression = expressionOf(pattern, "gu");
  if (new RegExp(expression, "u").test(""))
    throw new Error(`The pattern of the rule ${name} matches the empty text: ${pattern}`);
  return expression;
}

/** A regular expression that matches nothing but the whole of a text. Throws when it is none. */
export function wholeText(pattern: string): RegExp {
  expressionOf(pattern, "u");
  return expressionOf(`^(?:${pattern})$`, "u");
}

function expressionOf(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (cause) {
    throw new Error(`This is no regular expression: ${pattern}`, { cause });
  }
}
