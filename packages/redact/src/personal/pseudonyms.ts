import { getOrAdd } from "@chatexport/core/read";
import { escapeRegExp } from "../escape-reg-exp.js";
import { findPersonal } from "./find-personal.js";
import type { PersonalKind, PersonalSpan } from "./finder.js";

/** Gives each text a number of its own among those of its kind, from 1 on, and always the same. */
export type Numbering = (kind: string, text: string) => number;

/** A numbering in the order of the first questions. */
export function numberingFromOne(): Numbering {
  const kinds = new Map<string, Map<string, number>>();
  return (kind, text) => {
    const numbers = getOrAdd(kinds, kind, () => new Map<string, number>());
    return getOrAdd(numbers, text, () => numbers.size + 1);
  };
}

/** Replaces personal data by pseudonyms: the same person, address or host is called the same everywhere. */
export class Pseudonyms {
  #number: Numbering;
  /** Pseudonyms by what they stand for, in lower case. */
  #names = new Map<string, string>();
  #pattern: RegExp | undefined;

  constructor(number: Numbering) {
    this.#number = number;
  }

  /** Looks for personal data in a text. */
  find(text: string): void {
    for (const span of findPersonal(text)) this.#add(span, text.slice(span.start, span.end));
  }

  /** Takes over what another one found. */
  addAll(other: Pseudonyms): void {
    for (const [key, name] of other.#names) this.#names.set(key, name);
    this.#pattern = undefined;
  }

  /** The text with all that was found replaced. */
  replace(text: string): string {
    if (this.#names.size === 0) return text;
    this.#pattern ??= anyOf([...this.#names.keys()]);
    return text.replace(this.#pattern, (found) => this.#names.get(found.toLowerCase()) ?? found);
  }

  #add({ kind, person }: PersonalSpan, found: string): void {
    const key = found.toLowerCase();
    if (this.#names.has(key) || this.#names.size >= most || isCommonWord(kind, found)) return;
    this.#names.set(key, this.#pseudonym(kind, key, person?.toLowerCase()));
    this.#pattern = undefined;
  }

  /** A mail address belongs to the person who is named beside it. */
  #pseudonym(kind: PersonalKind, key: string, person = key): string {
    const number = this.#number(
      kind === "e-mail-address" ? "person" : kind,
      kind === "e-mail-address" ? person : key,
    );
    return pseudonyms[kind](number);
  }
}

/** More than anybody knows; a text may name any number. */
const most = 5000;

/** Of the domains that RFC 2606 keeps for examples, so that they are nobody's. */
const pseudonyms: Readonly<Record<PersonalKind, (number: number) => string>> = {
  "e-mail-address": (number) => `person${number}@example.com`,
  person: (number) => `Person ${number}`,
  "phone-number": (number) => `[phone number ${number}]`,
  "ip-address": (number) => `[IP address ${number}]`,
  host: (number) => `host${number}.example`,
  "user-name": (number) => `user${number}`,
};

/** Names so short that they are words, too, and are left. */
function isCommonWord(kind: PersonalKind, found: string): boolean {
  return (kind === "user-name" || kind === "person") && /^\p{L}{1,2}$/u.test(found);
}

function anyOf(texts: readonly string[]): RegExp {
  const longestFirst = texts.toSorted((a, b) => b.length - a.length).map(escapeRegExp);
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longestFirst.join("|")})(?![\\p{L}\\p{N}_])`, "giu");
}
