import type { AST } from "@eslint-community/regexpp";
import type { Pattern } from "./pattern.js";

/**
 * Words that stand in every text in which the pattern is found, as `Source.mayContain` takes them. Not
 * all of them: none where that is not plain to see.
 */
export async function requiredWords({ expression, source, isLiteral }: Pattern): Promise<string[]> {
  if (isLiteral) return wordsIn(source.normalize("NFC"));
  const { parseRegExpLiteral } = await import("@eslint-community/regexpp");
  const { pattern, flags } = parseRegExpLiteral(expression);
  const required = requiredText(pattern.alternatives);
  // Unicode knows further letters that are "k" and "s" in another case.
  const certain = flags.unicode || flags.unicodeSets ? required.replace(/[ks]/gi, "\n") : required;
  return wordsIn(certain);
}

/** The words in a text, as `Source.mayContain` takes them. */
export function wordsIn(text: string): string[] {
  return [...new Set(text.match(/[A-Za-z0-9_]{3,}/g))];
}

/** What must be there in any case, with a line break wherever something else may stand between. */
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
