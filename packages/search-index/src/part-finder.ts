import { once } from "@chatexport/core/read";
import {
  countLines,
  type Excerpt,
  excerptsOf,
  fittingExpressions,
  foundLines,
  isIn,
  type Span,
  withoutRepeats,
} from "@chatexport/document/search";
import { type KeptPart, spansOf, textsOf } from "./kept-session.js";
import type { Term } from "./pattern.js";

/** A part that may have what is looked for. */
export interface PossiblePart {
  /** Tells if it is there. */
  isFound(): boolean;
  /** The number of lines that have it. */
  count(): number;
  /** These lines. */
  lines(): Excerpt[];
}

/** Looks at a part of a block, whose texts are given in UTF-8; undefined where it surely has nothing. */
export type PartFinder = (part: KeptPart, content: Buffer) => PossiblePart | undefined;

/**
 * Finds the parts that have all terms of one of the alternatives, with so many lines around each hit. As far as possible bytes are
 * searched, since texts take longer to decode than to search; part by part, since V8 takes much longer for strings
 * that have more than 128 kB.
 */
export function partFinder(
  alternatives: readonly (readonly Term[])[],
  context?: number,
): PartFinder {
  const [only, ...others] = alternatives.flat();
  const isPlain = only && others.length === 0 && !context;
  const inBytes = isPlain ? forBytes(only.expression) : undefined;
  if (only && inBytes) return byBytes(only.expression, inBytes);
  const requirements = alternatives.map((terms) => terms.map(({ texts }) => requirement(texts)));
  return (part, content) => {
    const mayHold = requirements.some((all) => all.every((holds) => holds(part, content)));
    if (!mayHold) return undefined;
    const texts = textsOf(part, content);
    const expressions = once(() => fittingExpressions(texts, alternatives));
    const lines = once(() =>
      withoutRepeats(texts.map((text) => excerptsIn(text, expressions(), context))),
    );
    return { isFound: () => expressions().length > 0, count: () => lines().length, lines };
  };
}

function byBytes(expression: RegExp, inBytes: RegExp): PartFinder {
  const isInOneLine = !inBytes.source.includes(blanks);
  return (part, content) => {
    const all = latin(part, content);
    if (all.search(inBytes) === -1) return undefined;
    const textAt = ({ start, end }: Span) => all.slice(start - part.start, end - part.start);
    const found = spansOf(part).filter((span) => isIn(textAt(span), inBytes));
    const lines = once(() =>
      withoutRepeats(
        found.map((span) => {
          const text = textAt(span);
          return foundLines(text, inBytes).flatMap((line) => {
            if (isAscii(text.slice(line.start, line.end))) return excerptsOf(text, [line]);
            const [start, end] = [span.start + line.start, span.start + line.end];
            return excerptsIn(content.toString("utf8", start, end), [expression]);
          });
        }),
      ),
    );
    return {
      isFound: () => found.length > 0,
      count() {
        const [only, ...others] = found;
        return only && others.length === 0 && isInOneLine
          ? countLines(textAt(only), inBytes)
          : lines().length;
      },
      lines,
    };
  };
}

/** Signs of ASCII that stand for themselves, white space between, and a choice of such texts. */
const plain = /^(?:[^\\^$.*+?()[\]{}\x80-\uffff]|\\[\\^$.*+?()[\]{}|/]|\\s\+)+$/;

/** White space as bytes of UTF-8, each read as one character. */
const blanks =
  "(?:[\\t-\\r ]|\\xc2\\xa0|\\xe1\\x9a\\x80|\\xe2\\x80[\\x80-\\x8a\\xa8\\xa9\\xaf]|\\xe2\\x81\\x9f|\\xe3\\x80\\x80|\\xef\\xbb\\xbf)+";

/**
 * The expression that finds in bytes of UTF-8, each read as one character, what another one finds in text; undefined
 * where it is more than plain. In any case: no other letters than those of ASCII are one of them in another case.
 */
function forBytes({ source, flags }: RegExp): RegExp | undefined {
  if (!plain.test(source) || /[^gi]/.test(flags)) return undefined;
  const inBytes = new RegExp(source.replaceAll("\\s+", blanks), flags);
  return isEmptyFound(inBytes) ? undefined : inBytes;
}

/** Tells if a part has the text that must be there, as far as bytes tell. */
function requirement(
  required: readonly (readonly string[])[],
): (part: KeptPart, content: Buffer) => boolean {
  const [texts = [], ...others] = required;
  const [longest = ""] = [...texts].sort((a, b) => b.length - a.length);
  if (longest === "" || others.some((all) => all.join(" ") !== texts.join(" "))) return () => true;
  if (/^[\x20-\x7e]+$/.test(longest)) {
    const expression = new RegExp(longest.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "i");
    return (part, content) => expression.test(latin(part, content));
  }
  const hasCase = longest.toUpperCase() !== longest.toLowerCase();
  // Half of a pair of surrogates has no bytes of its own.
  if (hasCase || !longest.isWellFormed()) return () => true;
  const bytes = Buffer.from(longest);
  return ({ start, end }, content) => content.subarray(start, end).includes(bytes);
}

/** The bytes of a part, each as a character. */
function latin({ start, end }: KeptPart, content: Buffer): string {
  return content.toString("latin1", start, end);
}

function isEmptyFound(expression: RegExp): boolean {
  return "".search(expression) === 0;
}

function isAscii(text: string): boolean {
  return !/[\x80-\xff]/.test(text);
}

function excerptsIn(text: string, expressions: readonly RegExp[], context?: number): Excerpt[] {
  if (!expressions.some((expression) => isIn(text, expression))) return [];
  return excerptsOf(text, foundLines(text, ...expressions), context);
}
