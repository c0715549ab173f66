/** How one kind of secret is found. Its regular expressions are linear: texts come from anywhere. */
export interface Rule {
  /** What stands in the mask, in kebab-case. */
  name: string;
  /**
   * Sources of regular expressions, one of which matches somewhere in each text with such a secret.
   * Those of all rules are looked for at once: they are short, but no match has less than four characters,
   * and begin with three that are seldom in a row.
   */
  hints: readonly string[];
  /** The places of secrets in a text in which a hint was found. */
  find(text: string, found: Found): Iterable<Place>;
}

/** The hints that stand in a text, each with the places of its matches in order. */
export type Found = ReadonlyMap<string, readonly number[]>;

/** A piece of a text, as offsets in UTF-16 units; the end is not included. */
export interface Place {
  start: number;
  end: number;
}

/**
 * A rule for secrets that a regular expression tells from other text. All of what it matches is
 * secret, or only its group `secret`; `accept` may refuse a match for what stands in it. Where every
 * match begins at a place of the hint, or so many characters behind it, `within` says how many: then
 * no other place is looked at.
 */
export function patternRule(
  name: string,
  pattern: string,
  accept: (secret: string, match: string) => boolean,
  hint: string,
  within?: number,
): Rule {
  const anywhere = new RegExp(pattern, "dg");
  const there = new RegExp(pattern, "dy");
  return {
    name,
    hints: [hint],
    *find(text, found) {
      const matches =
        within === undefined
          ? text.matchAll(anywhere)
          : matchesNear(found.get(hint) ?? [], within, text, there);
      for (const match of matches) {
        const [start, end] = match.indices?.groups?.secret ?? match.indices?.[0] ?? [0, 0];
        if (end > start && accept(text.slice(start, end), match[0])) yield { start, end };
      }
    },
  };
}

/** What a sticky expression matches at the places or a few characters behind them, without overlap. */
function* matchesNear(
  places: readonly number[],
  within: number,
  text: string,
  sticky: RegExp,
): Generator<RegExpExecArray> {
  let next = 0;
  for (const place of places)
    for (let at = Math.max(place, next); at <= place + within; at = next) {
      sticky.lastIndex = at;
      const match = sticky.exec(text);
      next = match ? sticky.lastIndex : at + 1;
      if (match) yield match;
    }
}
