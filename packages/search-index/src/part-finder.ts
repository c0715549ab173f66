import { present } from "@chatexport/core";
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

/** The lines of a part that have what is looked for. */
export interface FoundText {
  /** Their number. */
  count(): number;
  lines(): Excerpt[];
}

/** Finds parts of blocks. */
export interface PartFinder {
  /** Matches in the bytes of each part that has it; absent where only the parts themselves tell. Only for `exec`. */
  anchor?: RegExp;
  /** Looks at a part of a block, whose texts are given in UTF-8; undefined where it has nothing. */
  find(part: KeptPart, content: Buffer): FoundText | undefined;
}

/**
 * Finds the parts that have all terms of one of the alternatives, with so many lines around each hit. As far as possible bytes are
 * searched, since texts take longer to decode than to search.
 */
export function partFinder(
  alternatives: readonly (readonly Term[])[],
  context?: number,
): PartFinder {
  const [only, ...others] = alternatives.flat();
  const isPlain = only && others.length === 0 && !context;
  const inBytes = isPlain ? forBytes(only.expression) : undefined;
  if (only && inBytes) return byBytes(only.expression, inBytes);
  const needed = alternatives.map((terms) => terms.map(neededBytes).filter((each) => each !== ""));
  const expressionsFor = needed.map((all) => all.map((source) => new RegExp(source, "i")));
  return present<PartFinder>({
    anchor: anchorOf(needed),
    find(part, content) {
      const own = latin(part, content);
      if (!expressionsFor.some((all) => all.every((each) => each.test(own)))) return undefined;
      const texts = textsOf(part, content);
      const fitting = fittingExpressions(texts, alternatives);
      if (fitting.length === 0) return undefined;
      const lines = once(() =>
        withoutRepeats(texts.map((text) => excerptsIn(text, fitting, context))),
      );
      return { count: () => lines().length, lines };
    },
  });
}

function byBytes(expression: RegExp, inBytes: RegExp): PartFinder {
  const isInOneLine = !inBytes.source.includes(blanks);
  return {
    // One of its own: `matchAll` begins where the last search with an expression ended.
    anchor: new RegExp(inBytes),
    find(part, content) {
      const all = latin(part, content);
      const textAt = ({ start, end }: Span) => all.slice(start - part.start, end - part.start);
      const found = spansOf(part).filter((span) => isIn(textAt(span), inBytes));
      if (found.length === 0) return undefined;
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
        count() {
          const [only, ...others] = found;
          return only && others.length === 0 && isInOneLine
            ? countLines(textAt(only), inBytes)
            : lines().length;
        },
        lines,
      };
    },
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

/** An expression for the bytes of a text that must be there, in any case; "" where there is none. */
function neededBytes({ texts: [texts = [], ...others] }: Term): string {
  const [longest = ""] = [...texts].sort((a, b) => b.length - a.length);
  if (others.some((all) => all.join(" ") !== texts.join(" "))) return "";
  const isPlainText = /^[\x20-\x7e]*$/.test(longest);
  const hasCase = longest.toUpperCase() !== longest.toLowerCase();
  // Half of a pair of surrogates has no bytes of its own.
  if (!isPlainText && (hasCase || !longest.isWellFormed())) return "";
  return Buffer.from(longest)
    .toString("latin1")
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Finds one needed text, the longest, of each of the alternatives; undefined where one needs none. */
function anchorOf(needed: readonly (readonly string[])[]): RegExp | undefined {
  const longest = needed.map((all) => [...all].sort((a, b) => b.length - a.length)[0]);
  return longest.includes(undefined) ? undefined : new RegExp(longest.join("|"), "gi");
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
