import { type Hit, merged, outside } from "./hits.js";
import { encodedBeginning } from "./rules/private-keys.js";
import type { Found, Place, Rule } from "./rules/rule.js";
import { ruleForKey } from "./rules/telling-keys.js";
import { Suspicion } from "./suspicion.js";

/**
 * Finds the secrets in a text, in order, none overlapping another. `key` is that of the JSON object
 * in which the text is the value.
 */
export type Scan = (text: string, key?: string) => readonly Hit[];

/**
 * A scan with the built-in rules and those of the user. Texts in which one of `allow` matches all
 * of a secret keep it; what is masked already and base64 of `data:` URLs is never touched.
 */
export function scanWith(
  rules: readonly Rule[],
  own: readonly Rule[],
  allow: readonly RegExp[],
): Scan {
  const suspected = suspectedBy(rules);
  const isAllowed = (secret: string) => allow.some((allowed) => allowed.test(secret));
  return (text, key) => {
    const { found, rules } = text.length < shortest ? nothing : suspected(text);
    const hits: Hit[] = [];
    const named = key === undefined ? undefined : ruleForKey(key, text);
    if (named !== undefined && !isAllowed(text))
      hits.push({ rule: named, start: 0, end: text.length });
    for (const { name, find } of own.length === 0 ? rules : [...own, ...rules])
      for (const { start, end } of find(text, found))
        if (!isAllowed(text.slice(start, end))) hits.push({ rule: name, start, end });
    return hits.length === 0 ? none : merged(outside(hits, protectedSpans(text)));
  };
}

const none: readonly Hit[] = [];

/** The rules that may find something in a text, in their order, and the hints for that. */
interface Suspected {
  found: Found;
  rules: readonly Rule[];
}

const nothing: Suspected = { found: new Map(), rules: [] };

function suspectedBy(rules: readonly Rule[]): (text: string) => Suspected {
  const byHint = new Map<string, number[]>();
  for (const [index, { hints }] of rules.entries())
    for (const hint of hints) byHint.set(hint, [...(byHint.get(hint) ?? []), index]);
  const suspicion = new Suspicion(byHint.keys());
  return (text) => {
    const found = suspicion.hintsIn(text);
    if (found.size === 0 || isBase64(text)) return nothing;
    const indexes = new Set([...found.keys()].flatMap((hint) => byHint.get(hint) ?? []));
    return { found, rules: rules.filter((_, index) => indexes.has(index)) };
  };
}

/** No built-in rule finds anything in less, the name of a value included. */
const shortest = 8;

/** Long and nothing but base64: the content of a file, as images are kept, but for a private key. */
function isBase64(text: string): boolean {
  const isLong = text.length > 1000 && !text.startsWith(encodedBeginning);
  return isLong && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** What is masked already and base64 of `data:` URLs: places that are never touched, in order. */
export function protectedSpans(text: string): Place[] {
  const spans: Place[] = [];
  for (const { 0: span, index } of text.matchAll(untouchable))
    spans.push({ start: index, end: index + span.length });
  return spans;
}

const untouchable =
  /\[redacted: [a-z0-9-]{1,60}\]|data:[\w.+/-]{1,100}(?:;[\w=.+-]{1,60}){0,4};base64,[A-Za-z0-9+/=_-]*/g;
