import { once } from "@chatexport/core/read";
import { compiled } from "./machine-code.js";

/** A rule that finds one kind of secret. Its regular expressions are linear: texts come from anywhere. */
export interface Rule {
  /** The name in the mask, in kebab-case. */
  name: string;
  /**
   * Sources of regular expressions, one of which matches somewhere in each text with such a secret.
   * Those of all rules are looked for at once: they are short, but no match has less than four characters,
   * and begin with three that are seldom in a row.
   */
  hints: readonly string[];
  /** The places of secrets in a text in which a hint was found. */
  find(text: string, found: Found): Iterable<Span>;
}

/** The hints of some rules, each once. */
export function hintsOf(rules: readonly Rule[]): string[] {
  return [...new Set(rules.flatMap(({ hints }) => hints))];
}

/** The hints that a text has, each with the places of its matches in order. */
export type Found = ReadonlyMap<string, readonly number[]>;

/** A piece of a text, as offsets in UTF-16 units; the end is not included. */
export interface Span {
  start: number;
  end: number;
}

/**
 * A rule for secrets that a regular expression tells from other text. All of its match is secret,
 * or only its group `secret`; `accept` may refuse a match for its text. Where every match begins at
 * a place of the hint, or so many characters behind it, `within` says how many: then no other place
 * is looked at.
 */
export function patternRule(
  name: string,
  pattern: string,
  accept: (secret: string, match: string) => boolean,
  hint: string,
  within?: number,
): Rule {
  // Most patterns are needed by no session.
  const anywhere = once(() => compiled(new RegExp(pattern, "dg")));
  const there = once(() => compiled(new RegExp(pattern, "dy")));
  return {
    name,
    hints: [hint],
    *find(text, found) {
      const matches =
        within === undefined
          ? text.matchAll(anywhere())
          : matchesNear(found.get(hint) ?? [], within, text, there());
      for (const match of matches) {
        const [start, end] = match.indices?.groups?.secret ?? match.indices?.[0] ?? [0, 0];
        if (end > start && accept(text.slice(start, end), match[0])) yield { start, end };
      }
    },
  };
}

/**
 * The matches of a sticky expression at the places or a few characters behind them, without
 * overlap.
 */
function* matchesNear(
  places: readonly number[],
  within: number,
  text: string,
  sticky: RegExp,
): Generator<RegExpExecArray> {
  let next = 0;
  for (const place of places)
    for (let at = Math.max(place, next); at <= place + within; at = next) {
      sticky.lastIndex = at;
      const match = sticky.exec(text);
      next = match ? sticky.lastIndex : at + 1;
      if (match) yield match;
    }
}

/*
 * Pieces of patterns: how a value follows its name in code, settings, commands and their output,
 * also in JSON, HTML or an address that contains it.
 */

/** The codes that switch colours of the terminal or of a page on and off. */
const colour =
  "(?:(?:\\x1b|\\\\u001b)\\[[0-9;]{0,20}[mK]|</?(?:span|b|strong|code|td|th|em|i|dt|dd|a|kbd|tt)(?:[ \\t][^<>\\n]{0,60})?>){0,6}";

const quote = "(?:\\\\{0,7}[\"'`]|「|『|“|&quot;|&#(?:34|39|x22|x27);|%2[27]|\\\\u002[27])?";

const sign = "(?:(?:[?:]|\\?\\?|[|]{2})=|=>|={1,3}|:|：|＝|%3[ADad]|\\\\u003d)";

/** The signs that end a value in Chinese and Japanese texts: no key and no password has them. */
const wideSigns = "，。、；：！？（）「」『』“”";

/** Behind the end of a name: its number, or what it is for. */
export const number =
  "(?:_?[0-9]{1,2}|_(?:PROD|PRODUCTION|LIVE|DEV|STAGING|BASE|base|B64|BASE64))?";

/** `var_dump` of PHP shows a type before the value. */
const shownType = "(?:\\s{1,20}string\\([0-9]{1,4}\\) )?";

/** The type of a name, as code writes it in front of "=". */
const declaredType = [
  "[ \\t]?[?!]?:[ \\t]?(?:string|str|String)(?=[ \\t]?=)",
  ":[ \\t]&?(?:'static )?[A-Za-z][\\w.<>[\\]]{0,40}(?:[ ][|][ ](?:None|null|undefined))?(?=[ \\t]=[ \\t])",
  "[ \\t](?:string|As String)(?=[ \\t]=)",
  "\\[[0-9]{0,6}\\](?=[ \\t]=)",
  "[ \\t]\\{ get;[\\w; ]{0,30}\\}(?=[ \\t]=)",
].join("|");

/** The same for hints. */
const typeHint =
  "[ \\t](?:string|As String)[ \\t]=|\\[[0-9]{0,6}\\][ \\t]=|[ \\t]\\{ get;|\\?=|[ \\t][?|][?|]?=";

/** Between a name and its value. */
export const equals = `${quote}\\]?(?:${declaredType})?${colour}\\*{0,2}[ \\t]{0,20}${colour}${sign}${colour}\\*{0,2}[ \\t]{0,20}${colour}${shownType}`;

/** The same for hints: not longer than needed. */
export const equalsHint = `(?:_(?:[A-Z0-9]{1,10}|base)|[0-9]{1,2})?${quote}\\]?${colour}\\*{0,2}[ \\t]{0,20}${colour}(?:[:=%\\\\]|：|＝|${typeHint})`;

/** Between an option and its value. */
export const blank = "[ \\t]{1,4}";

/** A backslash that is part of a value: it escapes neither a quote nor what breaks a line. */
const backslash = "\\\\(?![nrtu]|\\\\{0,7}[\"'`]|$)";

/** Between the quotes of a value: the group `secret` of `value`. */
export const quotedValue = ['"', "'", "`"]
  .map((mark) => `(?<=${mark})(?:[^\\s${mark}\\\\]|${backslash}){4,4000}(?=\\\\{0,7}${mark}|$)`)
  .join("|");

// In an address, "&" begins the next parameter; in a command, "&&" the next command, and "|" stands alone.
const bare = `(?:[^\\s"'\`,;<>(){}[\\]|&%\\\\\\x1b${wideSigns}]|&(?!&|quot;|apos;|#|[\\w.-]{1,40}=)|%(?!2[267]|7[Dd])|[|](?=[A-Za-z0-9]{20}))`;
// Of what is longer, the end is not looked for: a text may be full of beginnings.
const bareValue = `(?<!["'\`])(?:${bare}{4000}|${bare}{4,3999}(?!${bare}|[[(]))`;

/** Letters and signs in front of a string in code; what such a string puts in is no secret. */
const stringMark = "(?:(?:[bruL@{]|[bB]r|rb)(?=[\"'])|[f$](?=[\"'][^\"'{}\\n]{4,4000}[\"']))";

/** A value, whose group is `secret`. */
export const value = `${stringMark}?${quote}${colour}(?<secret>${quotedValue}|${bareValue})`;

/** A character of a word in a command or a sentence, which an escaped line break ends, too. */
export const wordCharacter = `(?:[^\\s"'\`|;&\\\\${wideSigns}]|\\\\(?![nrt"']))`;

/** True when the value at the end of a match is in quotes. */
export function isQuoted(secret: string, match: string): boolean {
  return /(?:["'`]|quot;|&#(?:34|39|x2[27]);|%2[27]|u002[27])$/.test(
    match.slice(0, match.length - secret.length),
  );
}
