import type { Session } from "@chatexport/core";
import {
  type Excerpt,
  excerptAround,
  excerptOf,
  type FoundPart,
  fittingExpressions,
  foundLines,
  isIn,
  partsOf,
  type SessionPart,
  withoutRepeats,
} from "@chatexport/document/search";
import { firstMask, maskedPositions } from "@chatexport/redact";
import type { Query } from "@chatexport/search-index";

/** What was found in a session as it is stored; nothing of it may be shown. */
type Finding = ReadonlyMap<number, FoundTexts>;

/** The texts of a part in which something was found, and the expressions that find it. */
interface FoundTexts {
  texts: readonly FoundText[];
  expressions: readonly RegExp[];
}

interface FoundText {
  /** Its number in the part. */
  index: number;
  text: string;
}

/** Finds what is looked for in the parts of a session that are wanted; by their numbers. */
export function findIn(
  session: Session,
  alternatives: Query["alternatives"],
  isWanted: (part: SessionPart) => boolean,
): Finding {
  const found = new Map<number, FoundTexts>();
  let number = 0;
  for (const part of partsOf(session)) {
    if (isWanted(part)) {
      const expressions = fittingExpressions(part.texts, alternatives);
      if (expressions.length > 0)
        found.set(number, { texts: textsWith(part.texts, expressions), expressions });
    }
    number++;
  }
  return found;
}

function textsWith(texts: readonly string[], expressions: readonly RegExp[]): FoundText[] {
  // Calls have most of their texts twice: in their input, and where all tools have them.
  const seen = new Set<string>();
  return texts.flatMap((text, index) => {
    if (seen.has(text) || !expressions.some((expression) => isIn(text, expression))) return [];
    seen.add(text);
    return [{ index, text }];
  });
}

/** What was found as it may be shown, part by part: a mask can have taken a match's place. */
export function* shownParts(finding: Finding, masked: Session): Generator<FoundPart> {
  let number = 0;
  for (const part of partsOf(masked)) {
    const found = finding.get(number++);
    if (found) yield { part, lines: shownLines(found, part.texts) };
  }
}

function shownLines({ texts, expressions }: FoundTexts, masked: readonly string[]): Excerpt[] {
  return withoutRepeats(
    texts.map((found) => excerptsOf(found, masked[found.index] ?? "", expressions)),
  );
}

function excerptsOf(
  { text }: FoundText,
  masked: string,
  expressions: readonly RegExp[],
): Excerpt[] {
  const left = foundLines(masked, ...expressions);
  const excerptsLeft = () => left.map((line) => excerptOf(masked, line, line));
  if (masked === text) return excerptsLeft();
  const lines = foundLines(text, ...expressions);
  const positionOf = maskedPositions(text, masked);
  const positions = lines
    .map((line) => positionOf(line.matches[0]?.start ?? line.start))
    .filter((position) => position !== undefined);
  // Where the positions cannot be mapped: the matches that are left, else the first mask.
  if (positions.length < lines.length)
    return left.length > 0 ? excerptsLeft() : [excerptAround(masked, firstMask(masked) ?? 0)];
  let next = 0;
  return positions.map((position) => {
    while ((left[next]?.end ?? position) < position) next++;
    const still = left[next];
    return still && still.start <= position
      ? excerptOf(masked, still, still)
      : excerptAround(masked, position);
  });
}
