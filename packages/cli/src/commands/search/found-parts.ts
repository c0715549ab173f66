import type { Session } from "@chatexport/core";
import {
  type Excerpt,
  excerptsOf,
  type FoundPart,
  fittingExpressions,
  foundLines,
  isIn,
  lineAt,
  partsOf,
  type SessionPart,
  type ShownLine,
  withoutRepeats,
} from "@chatexport/document/search";
import { firstMask, maskedPositions } from "@chatexport/redact";
import type { Query } from "@chatexport/search-index";

/** The parts found in a session as it is stored; nothing of them may be shown. */
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

/**
 * The parts found, as they may be shown, with so many lines around each hit: a mask can have taken a match's place.
 */
export function* shownParts(
  finding: Finding,
  masked: Session,
  context: number | undefined,
): Generator<FoundPart> {
  let number = 0;
  for (const part of partsOf(masked)) {
    const found = finding.get(number++);
    if (!found) continue;
    const lines = shownLines(found, part.texts, context);
    yield { part, count: lines.length, lines };
  }
}

function shownLines(
  { texts, expressions }: FoundTexts,
  masked: readonly string[],
  context: number | undefined,
): Excerpt[] {
  return withoutRepeats(
    texts.map(({ index, text }) => {
      const shown = masked[index] ?? "";
      return excerptsOf(shown, linesLeft(text, shown, expressions), context);
    }),
  );
}

/** The lines of a masked text that stand for those in which something was found. */
function linesLeft(text: string, masked: string, expressions: readonly RegExp[]): ShownLine[] {
  const left = foundLines(masked, ...expressions);
  if (masked === text) return left;
  const lines = foundLines(text, ...expressions);
  const positionOf = maskedPositions(text, masked);
  const positions = lines
    .map((line) => positionOf(line.matches[0]?.start ?? line.start))
    .filter((position) => position !== undefined);
  // Where the positions cannot be mapped: the matches that are left, else the first mask.
  if (positions.length < lines.length)
    return left.length > 0 ? left : [lineAt(masked, firstMask(masked) ?? 0)];
  let next = 0;
  return positions.map((position) => {
    while ((left[next]?.end ?? position) < position) next++;
    const still = left[next];
    return still && still.start <= position ? still : lineAt(masked, position);
  });
}
