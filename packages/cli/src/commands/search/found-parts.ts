import type { Session } from "@chatexport/core";
import {
  type Excerpt,
  excerptAround,
  excerptOf,
  type FoundPart,
  foundLines,
  isIn,
  partsOf,
  type SessionPart,
  withoutRepeats,
} from "@chatexport/document/search";
import { firstMask, maskedPositions } from "@chatexport/redact";

/**
 * The parts of a session, as it is stored, in which something was found; none of them may be shown.
 */
type Finding = ReadonlyMap<number, readonly FoundText[]>;

interface FoundText {
  /** Its number in the part. */
  index: number;
  text: string;
}

/** Finds the pattern in the parts of a session that are wanted; by their numbers. */
export function findIn(
  session: Session,
  expression: RegExp,
  isWanted: (part: SessionPart) => boolean,
): Finding {
  const found = new Map<number, FoundText[]>();
  let number = 0;
  for (const part of partsOf(session)) {
    if (isWanted(part)) {
      const texts = textsWith(part.texts, expression);
      if (texts.length > 0) found.set(number, texts);
    }
    number++;
  }
  return found;
}

function textsWith(texts: readonly string[], expression: RegExp): FoundText[] {
  // Calls have most of their texts twice: in their input, and where all tools have them.
  const seen = new Set<string>();
  return texts.flatMap((text, index) => {
    if (!isIn(text, expression) || seen.has(text)) return [];
    seen.add(text);
    return [{ index, text }];
  });
}

/** The parts found, as they may be shown: a mask can have taken a match's place. */
export function* shownParts(
  finding: Finding,
  masked: Session,
  expression: RegExp,
): Generator<FoundPart> {
  let number = 0;
  for (const part of partsOf(masked)) {
    const texts = finding.get(number++);
    if (!texts) continue;
    const lines = shownLines(texts, part.texts, expression);
    yield { part, count: lines.length, lines };
  }
}

function shownLines(
  texts: readonly FoundText[],
  masked: readonly string[],
  expression: RegExp,
): Excerpt[] {
  return withoutRepeats(
    texts.map((found) => excerptsOf(found, masked[found.index] ?? "", expression)),
  );
}

function excerptsOf({ text }: FoundText, masked: string, expression: RegExp): Excerpt[] {
  const left = foundLines(masked, expression);
  const excerptsLeft = () => left.map((line) => excerptOf(masked, line, line));
  if (masked === text) return excerptsLeft();
  const lines = foundLines(text, expression);
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
