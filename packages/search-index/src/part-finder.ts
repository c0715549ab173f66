import type { KeptPart } from "./kept-session.js";
import type { Term } from "./pattern.js";

/** Those of the parts whose texts, in UTF-8, may hold what is looked for. */
export type PartFinder = (parts: readonly KeptPart[], content: Buffer) => Iterable<KeptPart>;

/**
 * Finds parts by the longest of the texts that must be there; see `requiredTexts`. Bytes are searched, since texts
 * take longer to decode than to search, and few of them have to be.
 */
export function partFinder(alternatives: readonly (readonly Term[])[]): PartFinder {
  const finders = alternatives.map((terms) => withText(terms.flatMap(certainTexts)));
  const [only, ...others] = finders;
  if (only && others.length === 0) return only;
  return (parts, content) => {
    const found = new Set(finders.flatMap((find) => [...find(parts, content)]));
    return parts.filter((part) => found.has(part));
  };
}

/** The texts of a term that are there in every case of it. */
function certainTexts({ texts: [texts = [], ...others] }: Term): readonly string[] {
  return others.some((all) => all.join(" ") !== texts.join(" ")) ? [] : texts;
}

function withText(texts: readonly string[]): PartFinder {
  const [longest = ""] = [...texts].sort((a, b) => b.length - a.length);
  if (longest === "") return (all) => all;
  if (/^[\x20-\x7e]+$/.test(longest)) return withAscii(longest);
  const hasCase = longest.toUpperCase() !== longest.toLowerCase();
  // Half of a pair of surrogates has no bytes of its own.
  const isFound = !hasCase && longest.isWellFormed();
  return isFound ? withBytes(Buffer.from(longest)) : (all) => all;
}

/** In any case: no other letters than those of ASCII are one of them in another case. */
function withAscii(text: string): PartFinder {
  const expression = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "gi");
  return (parts, content) => {
    const latin = content.toString("latin1");
    return partsAt(parts, (from) => {
      expression.lastIndex = from;
      return expression.exec(latin)?.index ?? -1;
    });
  };
}

function withBytes(text: Buffer): PartFinder {
  return (parts, content) => partsAt(parts, (from) => content.indexOf(text, from));
}

/** The parts in which a position lies; `next` gives the first one from another one on, or -1. */
function* partsAt(parts: readonly KeptPart[], next: (from: number) => number): Generator<KeptPart> {
  let at = -1;
  for (const part of parts) {
    if (at < part.start) at = next(part.start);
    if (at === -1) return;
    if (at < part.end) yield part;
  }
}
