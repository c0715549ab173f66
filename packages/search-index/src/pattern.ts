import { messageOf, safeLine } from "@chatexport/core";
import type { AST } from "@eslint-community/regexpp";

/** A pattern that cannot be meant; the message is a sentence for the user. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** A text or a regular expression that is searched for. */
export interface Pattern {
  /** Finds it anywhere in a text; only for use with `matchAll`. */
  expression: RegExp;
  /** As the user wrote it. */
  source: string;
  /** True for a text, false for a regular expression. */
  isLiteral: boolean;
  ignoresCase: boolean;
}

/** A pattern with what narrows it down. */
export interface Term extends Pattern {
  /** See `requiredTexts`. */
  texts: readonly (readonly string[])[];
}

/** The flags of a regular expression; "g" is always there and may be given all the same. */
const regex = /^\/(.+)\/([gimsuv]*)$/s;

/**
 * Reads what the user wrote: a text, or a regular expression between slashes. A text of lower case
 * is found in any case, and white space in it may be a line break. `place` names what was given in
 * complaints. Throws a PatternError for nothing and for an invalid expression.
 */
export function patternOf(source: string, place = "The pattern"): Pattern {
  const [, body, flags = ""] = regex.exec(source) ?? [];
  if (body !== undefined) {
    const expression = compiled(body, flags, place);
    return { expression, source, isLiteral: false, ignoresCase: expression.ignoreCase };
  }
  const words = source.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) throw new PatternError(`${place} is empty; say what to look for.`);
  const ignoresCase = !/\p{Lu}/u.test(source);
  // Names of files on macOS have letters and their marks apart.
  const forms = new Set(["NFC", "NFD"].map((form) => words.map(literal(form)).join("\\s+")));
  const expression = new RegExp([...forms].join("|"), ignoresCase ? "gi" : "g");
  return { expression, source, isLiteral: true, ignoresCase };
}

function compiled(body: string, flags: string, place: string): RegExp {
  try {
    return new RegExp(body, flags.includes("g") ? flags : `${flags}g`);
  } catch (cause) {
    const reason = safeLine(messageOf(cause)).split(": ").at(-1);
    throw new PatternError(
      `${place}: /${safeLine(body)}/${flags} is not a regular expression: ${reason}.`,
    );
  }
}

function literal(form: string) {
  return (word: string): string => word.normalize(form).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/**
 * Reads what the user wrote as several words: each is a text or an expression, as `patternOf` takes it, and "OR" is
 * between alternatives. A word alone is always looked for. Throws a PatternError also where "OR" has nothing on one side.
 */
export function alternativesOf(words: readonly string[], place = "The pattern"): Pattern[][] {
  if (words.length === 1) return [words.map((word) => patternOf(word, place))];
  const alternatives: Pattern[][] = [[]];
  for (const word of words)
    if (word === "OR") alternatives.push([]);
    else alternatives.at(-1)?.push(patternOf(word, place));
  if (alternatives.some((terms) => terms.length === 0))
    throw new PatternError(
      `${place}: OR goes between two things to look for; "OR" alone is found as the expression /OR/.`,
    );
  return alternatives;
}

/** Some words that occur wherever the pattern is found, as `Source.mayContain` takes them. */
export async function requiredWords({ expression, source, isLiteral }: Pattern): Promise<string[]> {
  return wordsIn(isLiteral ? source.normalize("NFC") : await requiredIn(expression));
}

/**
 * Texts that narrow a search down: wherever the pattern is found, all texts of one of the lists are there in the
 * same or another case. An empty list narrows nothing.
 */
export async function requiredTexts({
  expression,
  source,
  isLiteral,
}: Pattern): Promise<string[][]> {
  if (isLiteral) return ["NFC", "NFD"].map((form) => piecesIn(source.normalize(form)));
  const required = await requiredIn(expression);
  // Unicode has further pairs of letters in two cases, none of which is left in words.
  return [/[uv]/.test(expression.flags) ? wordsIn(required) : piecesIn(required)];
}

/**
 * Tells if the pattern could be a secret or a part of one, so that it is also to be looked for in what masks took
 * away: a regular expression, a long word, or one with letters and digits.
 */
export function couldBeSecret({ source, isLiteral }: Pattern): boolean {
  return !isLiteral || piecesIn(source).some(looksSecret);
}

function looksSecret(word: string): boolean {
  return word.length >= 20 || (word.length >= 6 && /\d/.test(word) && /\p{L}/u.test(word));
}

function piecesIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

async function requiredIn(expression: RegExp): Promise<string> {
  const { parseRegExpLiteral } = await import("@eslint-community/regexpp");
  const { pattern, flags } = parseRegExpLiteral(expression);
  const required = requiredText(pattern.alternatives);
  // Unicode knows further letters that are "k" and "s" in another case.
  return flags.unicode || flags.unicodeSets ? required.replace(/[ks]/gi, "\n") : required;
}

/** The words in a text, as `Source.mayContain` takes them. */
export function wordsIn(text: string): string[] {
  return [...new Set(text.match(/[A-Za-z0-9_]{3,}/g))];
}

/** The text that must be there in any case, with a line break wherever something else may be between. */
function requiredText(alternatives: readonly AST.Alternative[]): string {
  const [only] = alternatives;
  if (!only || alternatives.length > 1) return "\n";
  return only.elements.map(requiredOf).join("");
}

function requiredOf(element: AST.Element): string {
  switch (element.type) {
    case "Character":
      return String.fromCodePoint(element.value);
    case "Group":
    case "CapturingGroup":
      return requiredText(element.alternatives);
    case "Quantifier":
      return element.min === 0 ? "\n" : `${requiredOf(element.element)}\n`;
    case "Assertion":
      // It takes no room: what stands before and behind it is adjacent.
      return "";
    default:
      return "\n";
  }
}
