import { createHash } from "node:crypto";
import { compareStrings } from "@chatexport/core";

/** How many secrets a rule found. */
export interface RuleCount {
  rule: string;
  /** Distinct secrets. */
  secrets: number;
  /** Places in which one of them was masked. */
  places: number;
}

/** What a rule found, as plain data. */
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
    const count = this.#rules.get(rule) ?? { hashes: new Set<string>(), places: 0 };
    this.#rules.set(rule, count);
    for (const hash of hashes) count.hashes.add(hash);
    count.places += places;
  }

  /** What was counted, for `addFindings`. */
  findings(): RuleFindings[] {
    return [...this.#rules].map(([rule, { hashes, places }]) => ({
      rule,
      hashes: [...hashes],
      places,
    }));
  }

  /** What was counted, most places first. */
  counts(): RuleCount[] {
    return [...this.#rules]
      .map(([rule, { hashes, places }]) => ({ rule, secrets: hashes.size, places }))
      .sort((a, b) => b.places - a.places || compareStrings(a.rule, b.rule));
  }
}
