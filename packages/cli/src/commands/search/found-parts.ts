import type { Session } from "@chatexport/core";
import {
  type Excerpt,
  excerptAround,
  excerptOf,
  type FoundLine,
  foundLines,
  isIn,
  partsOf,
  type SessionPart,
} from "@chatexport/document/search";

/** A part of a session in which something was found, with the lines where it stands. */
export interface FoundPart {
  part: SessionPart;
  /** A line that several texts of the part have stands here as often as the first of them has it. */
  lines: Excerpt[];
}

/** What was found in a session as it is stored; nothing of it may be shown. */
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

/**
 * What was found as it may be shown: from the masked session, in which a mask can have taken the place
 * of a match. One part after the other, as a word like "the" stands in most lines of a session.
 */
export function* shownParts(
  finding: Finding,
  masked: Session,
  expression: RegExp,
): Generator<FoundPart> {
  let number = 0;
  for (const part of partsOf(masked)) {
    const texts = finding.get(number++);
    if (texts) yield { part, lines: shownLines(texts, part.texts, expression) };
  }
}

function shownLines(
  texts: readonly FoundText[],
  masked: readonly string[],
  expression: RegExp,
): Excerpt[] {
  const lines: Excerpt[] = [];
  const seen = new Set<string>();
  for (const found of texts) {
    const excerpts = excerptsOf(found, masked[found.index] ?? "", expression);
    // Results repeat what the input says; a text that says something twice does so.
    for (const excerpt of excerpts.filter(({ text }) => !seen.has(text))) lines.push(excerpt);
    for (const { text } of excerpts) seen.add(text);
  }
  return lines;
}

function excerptsOf({ text }: FoundText, masked: string, expression: RegExp): Excerpt[] {
  const left = foundLines(masked, expression);
  if (masked === text) return left.map((line) => excerptOf(masked, line, line));
  const lines = foundLines(text, expression);
  const positionOf = maskedPositions(text, masked);
  const positions = lines
    .map((line) => positionOf(line.matches[0]?.start ?? line.start))
    .filter((position) => position !== undefined);
  if (positions.length < lines.length) return withoutPosition(masked, left);
  return positions.map((position) => {
    const still = firstWhere(left, ({ end }) => position <= end);
    return still && still.start <= position
      ? excerptOf(masked, still, still)
      : excerptAround(masked, position);
  });
}

/** Where the positions cannot be mapped: the matches that are left, else the first mask. */
function withoutPosition(masked: string, left: readonly FoundLine[]): Excerpt[] {
  if (left.length > 0) return left.map((line) => excerptOf(masked, line, line));
  return [excerptAround(masked, Math.max(masked.search(/\[redacted: /), 0))];
}

/** What stands for a secret. */
const mask = /\[redacted: [a-z0-9-]{1,60}\]/g;

/** A piece of a text that masking has left as it was. */
interface Kept {
  /** Where it begins and ends in the original. */
  start: number;
  end: number;
  /** Where it begins in the masked text. */
  at: number;
  /** The mask before it there. */
  maskAt: number;
}

/**
 * Tells where in a masked text that stands which stood at a position of the original: in place of a
 * secret, its mask. Undefined when more than masks differ before that position.
 */
function maskedPositions(
  original: string,
  masked: string,
): (position: number) => number | undefined {
  const pieces = keptPieces(original, masked);
  return (position) => {
    const piece = firstWhere(pieces, ({ end }) => position < end);
    return piece && (position < piece.start ? piece.maskAt : piece.at + position - piece.start);
  };
}

/** The pieces up to where more than masks differ. */
function keptPieces(original: string, masked: string): Kept[] {
  const pieces: Kept[] = [];
  let from = 0;
  let at = 0;
  let maskAt: number | undefined;
  for (const { 0: found, index } of [...masked.matchAll(mask), { 0: "", index: masked.length }]) {
    const piece = masked.slice(at, index);
    const isLast = index === masked.length;
    const start = isLast ? original.length - piece.length : original.indexOf(piece, from);
    if (start < from || (maskAt === undefined && start > 0)) break;
    if (isLast && !original.endsWith(piece)) break;
    // The last mask stands for all that follows the last piece.
    const end = isLast ? Number.POSITIVE_INFINITY : start + piece.length;
    pieces.push({ start, end, at, maskAt: maskAt ?? 0 });
    from = start + piece.length;
    maskAt = index;
    at = index + found.length;
  }
  return pieces;
}

/** The first item for which it is so, of items in an order in which it is so for all after that one. */
function firstWhere<Item>(items: readonly Item[], isSo: (item: Item) => boolean): Item | undefined {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = items[middle];
    if (item !== undefined && isSo(item)) to = middle;
    else from = middle + 1;
  }
  return items[from];
}
