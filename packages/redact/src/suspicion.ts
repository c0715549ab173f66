import { beginnings } from "./beginnings.js";

/**
 * Finds which of many hints stand in a text. Regular expressions alone are slow here, because they try
 * every hint at every character: this looks at three characters at a time and tries only the hints
 * that begin with them.
 */
export class Suspicion {
  /** For each hash of three characters, which of the suspects it may be; 0 is none. */
  #suspectAt = new Uint16Array(1 << 15);
  #suspects: Suspect[] = [suspectOf([])];

  /** The hints are sources of regular expressions. */
  constructor(hints: Iterable<string>) {
    const byHash = new Map<number, Set<string>>();
    for (const hint of hints)
      for (const beginning of beginnings(hint, 3)) {
        const hash = hashOf(beginning);
        byHash.set(hash, (byHash.get(hash) ?? new Set()).add(hint));
      }
    const numbers = new Map<string, number>();
    for (const [hash, sources] of byHash) {
      const key = [...sources].join("|");
      const number = numbers.get(key) ?? this.#suspects.push(suspectOf([...sources])) - 1;
      numbers.set(key, number);
      this.#suspectAt[hash] = number;
    }
  }

  /** The hints that stand in a text. */
  hintsIn(text: string): ReadonlySet<string> {
    const found = new Set<string>();
    const suspectAt = this.#suspectAt;
    let place = nextPlace(text, 0, suspectAt);
    for (; place !== -1; place = nextPlace(text, place + 1, suspectAt))
      this.#addAt(text, place, found);
    return found;
  }

  #addAt(text: string, place: number, found: Set<string>): void {
    const suspect = this.#suspects[this.#suspectAt[hashOf(text.slice(place, place + 3))] ?? 0];
    if (!suspect || !standsAt(suspect.any, text, place)) return;
    for (const { source, expression } of suspect.hints)
      if (!found.has(source) && standsAt(expression, text, place)) found.add(source);
  }
}

/** Hints that begin alike. */
interface Suspect {
  /** Finds any of them, in one go. */
  any: RegExp;
  hints: { source: string; expression: RegExp }[];
}

function suspectOf(sources: readonly string[]): Suspect {
  return {
    any: new RegExp(sources.join("|"), "y"),
    hints: sources.map((source) => ({ source, expression: new RegExp(source, "y") })),
  };
}

function standsAt(sticky: RegExp, text: string, place: number): boolean {
  sticky.lastIndex = place;
  return sticky.test(text);
}

/** A hash of the last three characters: each moves those before it out by a third. */
function next(hash: number, code: number): number {
  return ((hash << 5) | (classOf[code & 127] ?? 0)) & 0x7fff;
}

/** The first place, not before `from`, at which one of the suspects may stand; -1 when there is none. */
function nextPlace(text: string, from: number, suspectAt: Uint16Array): number {
  let hash = 0;
  for (let at = from; at < text.length; at++) {
    hash = next(hash, text.charCodeAt(at));
    if (suspectAt[hash] !== 0 && at >= from + 2) return at - 2;
  }
  return -1;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = next(hash, text.charCodeAt(at));
  return hash;
}

/**
 * Five bits for each character of ASCII: letters whatever their case, digits, what names are made of;
 * what code is full of is apart from the rest.
 */
const classOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return code & 31;
  if (/[0-9]/.test(character)) return 27;
  if (/[\s(){}[\],;=+<>]/.test(character)) return 0;
  return "-._".includes(character) ? 28 + "-._".indexOf(character) : 31;
});
