import { addToList } from "@chatexport/core/read";
import { HintFinder } from "./hints/find-hints.js";
import type { HintTable } from "./hints/hint-table.js";
import { encodedBeginning } from "./rules/encoded-blocks.js";
import { type Found, hintsOf, type Rule, type Span } from "./rules/rule.js";
import { ruleForKey } from "./rules/secret-names.js";

/**
 * Finds the secrets in a text, in order, without overlap; `key` is that of the JSON value, `given` is
 * what something else than the text gives away.
 */
export type Scan = (text: string, key?: string, given?: readonly Hit[]) => readonly Hit[];

/**
 * A scan with the built-in rules and those of the user. Texts in which one of `allow` matches all
 * of a secret keep it; what is masked already and base64 of `data:` URLs is never touched.
 */
export function scanWith(
  relevantIn: RelevantRules,
  own: readonly Rule[],
  allow: readonly RegExp[],
): Scan {
  const isAllowed = (secret: string) => allow.some((allowed) => allowed.test(secret));
  return (whole, key, given = none) => {
    // With the sign that a text was cut, the secret before it would look like a placeholder.
    const text = whole.endsWith("…") ? whole.slice(0, -1) : whole;
    const { found, rules } = text.length < shortest ? nothing : relevantIn(text);
    const hits: Hit[] = [];
    const named = key === undefined ? undefined : ruleForKey(key, text);
    if (named !== undefined && !isAllowed(text))
      hits.push({ rule: named, start: 0, end: text.length });
    for (const { name, find } of own.length === 0 ? rules : [...own, ...rules])
      for (const { start, end } of find(text, found))
        if (!isAllowed(text.slice(start, end))) hits.push({ rule: name, start, end });
    hits.push(...given.filter(({ start, end }) => !isAllowed(text.slice(start, end))));
    return hits.length === 0 ? none : merged(outside(hits, protectedSpans(text)));
  };
}

const none: readonly Hit[] = [];

const nothing: ReturnType<RelevantRules> = { found: new Map(), rules: [] };

/** Tells which rules may find something in a text, in their order, and the hints for that. */
export type RelevantRules = (text: string) => { found: Found; rules: readonly Rule[] };

/** Which of the rules may find something; the table is that of their hints. */
export function relevantRules(rules: readonly Rule[], table: HintTable): RelevantRules {
  const byHint = new Map<string, number[]>();
  for (const [index, { hints }] of rules.entries())
    for (const hint of hints) addToList(byHint, hint, index);
  const hintFinder = new HintFinder(hintsOf(rules), table);
  return (text) => {
    // Images are long, and have hints by chance: they are told apart in less time than searched.
    if (isBase64(text)) return nothing;
    const found = hintFinder.hintsIn(text);
    if (found.size === 0) return nothing;
    const indexes = new Set<number>();
    for (const hint of found.keys()) for (const index of byHint.get(hint) ?? []) indexes.add(index);
    const inOrder = [...indexes].sort((a, b) => a - b);
    return { found, rules: inOrder.map((index) => rules[index] as Rule) };
  };
}

/** No built-in rule finds anything in less, the name of a value included. */
const shortest = 8;

/** Long and nothing but base64: the content of a file, as images are kept, but for a private key. */
function isBase64(text: string): boolean {
  const isLong = text.length > 1000 && !text.startsWith(encodedBeginning);
  return isLong && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** Places that are never touched, in order: those masked already, and base64 of `data:` URLs. */
export function protectedSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: span, index } of text.matchAll(untouchable))
    spans.push({ start: index, end: index + span.length });
  return spans;
}

const untouchable =
  /\[redacted: [a-z0-9-]{1,60}\]|data:[\w.+/-]{1,100}(?:;[\w=.+-]{1,60}){0,4};base64,[A-Za-z0-9+/=_-]*/g;

/** A place in a text with a secret, and the rule that found it. */
export interface Hit extends Span {
  rule: string;
}

/**
 * Hits in the order of the text, none overlapping another: those that do are one secret, which the
 * longest of them names; of two that are equally long, the earlier in the list.
 */
export function merged(hits: readonly Hit[]): Hit[] {
  const result: Hit[] = [];
  let longest = 0;
  for (const hit of hits.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    const length = hit.end - hit.start;
    if (last === undefined || hit.start >= last.end) {
      result.push({ ...hit });
      longest = length;
      continue;
    }
    last.end = Math.max(last.end, hit.end);
    if (length > longest) {
      last.rule = hit.rule;
      longest = length;
    }
  }
  return result;
}

/** The parts of hits outside of some spans, which are in the order of the text. */
export function outside(hits: readonly Hit[], spans: readonly Span[]): Hit[] {
  if (spans.length === 0) return [...hits];
  const result: Hit[] = [];
  for (const { rule, start, end } of hits) {
    let from = start;
    for (let at = firstAfter(spans, start); from < end; at++) {
      const span = spans[at];
      const to = Math.min(end, span?.start ?? end);
      if (to > from) result.push({ rule, start: from, end: to });
      from = Math.max(from, span?.end ?? end);
    }
  }
  return result;
}

/** Index of the first span that ends after the place. */
function firstAfter(spans: readonly Span[], place: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
