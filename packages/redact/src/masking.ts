import { createHash } from "node:crypto";
import { compareStrings } from "@chatexport/core";
import { getOrAdd } from "@chatexport/core/read";
import { Dictionary } from "./dictionary.js";
import type { Trail } from "./map-fields.js";
import { mayNameSecret } from "./rules/secret-names.js";
import { type Hit, merged, outside, protectedSpans, type Scan } from "./scan.js";

/** Takes note that a secret was masked at the end of a trail. */
type Count = (rule: string, secret: string, trail: Trail) => void;

/**
 * Masks texts that belong together, in two passes: the first over all of them finds what is secret,
 * the second masks it, also where nothing but the first pass gives it away.
 */
export class Masking {
  #scan: Scan;
  #count: Count;
  /** By text; without those under a key that may name a secret, which depend on the key, too. */
  #hits = new Map<string, readonly Hit[]>();
  #known: Dictionary;
  #learned: Dictionary;
  #isClean: (text: string) => boolean;

  /** True when the first pass found a secret. */
  isNeeded = false;

  /**
   * `count` is told of each mask; `known` are secrets from before; what is found is added to `learned`; in a text that
   * `isClean` the rules find nothing.
   */
  constructor(
    scan: Scan,
    count: Count,
    {
      known = new Dictionary(),
      learned = known,
      isClean = () => false,
    }: { known?: Dictionary; learned?: Dictionary; isClean?: (text: string) => boolean },
  ) {
    this.#scan = scan;
    this.#count = count;
    this.#known = known;
    this.#learned = learned;
    this.#isClean = isClean;
  }

  /**
   * The first pass, for one text; `key` is that of the JSON object in which it is the value. What something
   * else gives away in the text is `given` the first time.
   */
  find(text: string, key?: string, given?: readonly Hit[]): void {
    const dependsOnKey = isSecretName(key);
    if (!dependsOnKey && (this.#hits.has(text) || (!given && this.#isClean(text)))) return;
    const hits = this.#scan(text, key, given);
    // Names and short values come again and again; to look for a long text takes as long as to look through it.
    if (!dependsOnKey && (hits.length > 0 || text.length < 200)) this.#hits.set(text, hits);
    if (hits.length === 0) return;
    this.isNeeded = true;
    for (const { rule, start, end } of hits)
      for (const secret of spellings(text.slice(start, end))) {
        this.#known.add(secret, rule);
        this.#learned.add(secret, rule);
      }
  }

  /** The second pass, for a text that was in the first; `trail` is the way to it. */
  mask(text: string, key?: string, trail: Trail = []): string {
    const hits = isSecretName(key) ? this.#scan(text, key) : (this.#hits.get(text) ?? []);
    const known = this.#known.isEmpty ? [] : this.#known.find(text);
    if (known.length === 0) return this.#masked(text, hits, trail);
    const all = merged([...hits, ...outside(known, protectedSpans(text))]);
    return this.#masked(text, all, trail);
  }

  #masked(text: string, hits: readonly Hit[], trail: Trail): string {
    const pieces: string[] = [];
    let from = 0;
    for (const { rule, start, end } of hits) {
      this.#count(rule, text.slice(start, end), trail);
      pieces.push(text.slice(from, start), `[redacted: ${rule}]`);
      from = end;
    }
    return pieces.length === 0 ? text : pieces.join("") + text.slice(from);
  }
}

function isSecretName(key: string | undefined): boolean {
  return key !== undefined && mayNameSecret(key);
}

/** The secret as it is, in a string of JSON, in an address, and in the name of a project's folder. */
function spellings(secret: string): Set<string> {
  const folder = secret.replace(/[^A-Za-z0-9]/g, "-");
  return new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(Buffer.from(secret).toString()),
    // Of other alphabets only dashes are left, as in every rule between sections.
    ...(/[A-Za-z0-9]/.test(folder) ? [folder] : []),
  ]);
}

/** The number of secrets that a rule found. */
export interface RuleCount {
  rule: string;
  /** Distinct secrets. */
  secrets: number;
  /** Places in which one of them was masked. */
  places: number;
}

/** The findings of a rule, as plain data. */
export interface RuleFindings {
  rule: string;
  /** Of distinct secrets. */
  hashes: string[];
  places: number;
}

/** Counts masked secrets without keeping them. */
export class Counter {
  #rules = new Map<string, { hashes: Set<string>; places: number }>();

  /** Counts a place in which a secret was masked. */
  add(rule: string, secret: string): void {
    const hash = createHash("sha256").update(secret).digest("base64").slice(0, 16);
    this.addFindings({ rule, hashes: [hash], places: 1 });
  }

  /** Counts what another one has counted. */
  addFindings({ rule, hashes, places }: RuleFindings): void {
    const count = getOrAdd(this.#rules, rule, () => ({ hashes: new Set<string>(), places: 0 }));
    for (const hash of hashes) count.hashes.add(hash);
    count.places += places;
  }

  /** The counts, for `addFindings`. */
  findings(): RuleFindings[] {
    const all = [...this.#rules];
    return all.map(([rule, { hashes, places }]) => ({ rule, hashes: [...hashes], places }));
  }

  /** The counts, most places first. */
  counts(): RuleCount[] {
    return [...this.#rules]
      .map(([rule, { hashes, places }]) => ({ rule, secrets: hashes.size, places }))
      .sort((a, b) => b.places - a.places || compareStrings(a.rule, b.rule));
  }
}
