import type { Hit } from "./scan.js";

/**
 * Secrets that are known by now, to find them where nothing gives them away: without the name or
 * the header in front of them. Looking through a text takes time linear in it.
 */
export class Dictionary {
  /** Secrets by their first characters, each with the rule that found it. */
  #byHead = new Map<string, Map<string, string>>();
  /** Which heads may begin with four characters that have this hash. */
  #heads: Uint8Array | undefined;

  /** True when there is nothing to look for. */
  get isEmpty(): boolean {
    return this.#byHead.size === 0;
  }

  /** Adds a secret that a rule found, unless it is one that other text may contain by accident. */
  add(secret: string, rule: string): void {
    if (!isDistinctive(secret)) return;
    const head = secret.slice(0, headLength);
    const bucket = this.#byHead.get(head) ?? new Map<string, string>();
    // A text can be made to look as if it had many secrets that begin alike.
    if (bucket.size >= 20 || bucket.has(secret)) return;
    this.#byHead.set(head, bucket.set(copyOf(secret), rule));
    // Most sessions have no secret, and need no memory for that.
    this.#heads ??= new Uint8Array(1 << 16);
    this.#heads[hashOf(head, 3, hashOf(head, 2, hashOf(head, 1, hashOf(head, 0, 0))))] = 1;
  }

  /** All of them with their rules, for `add` of another dictionary. */
  entries(): [secret: string, rule: string][] {
    return [...this.#byHead.values()].flatMap((bucket) => [...bucket]);
  }

  /** The places of known secrets; they may overlap. */
  find(text: string): Hit[] {
    const hits: Hit[] = [];
    const heads = this.#heads;
    if (!heads) return hits;
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = hashOf(text, at, hash);
      if (heads[hash] === 1 && at >= 3) this.#findAt(text, at - 3, hits);
    }
    return hits;
  }

  #findAt(text: string, start: number, hits: Hit[]): void {
    const bucket = this.#byHead.get(text.slice(start, start + headLength));
    for (const [secret, rule] of bucket ?? [])
      if (text.startsWith(secret, start)) hits.push({ rule, start, end: start + secret.length });
      else if (endsWithin(secret, text, start)) hits.push({ rule, start, end: endOf(text) });
  }
}

/** The same text in memory of its own: a slice would keep all of the text that it was taken from. */
function copyOf(slice: string): string {
  return Buffer.from(slice, "utf16le").toString("utf16le");
}

/** True when the text was cut off within the secret, as titles are: there it says nothing by itself. */
function endsWithin(secret: string, text: string, start: number): boolean {
  const end = endOf(text);
  const piece = text.slice(start, end);
  if (piece.length < shortestPiece || !secret.startsWith(piece)) return false;
  // Without the sign, it may as well end in a word with which the secret begins: that of a folder.
  return end < text.length || isDistinctive(piece);
}

/** The end of the text, without the sign that it goes on. */
function endOf(text: string): number {
  if (text.endsWith("…")) return text.length - 1;
  return text.endsWith("...") ? text.length - 3 : text.length;
}

/** Less may be only the name that tokens of one kind begin with, and gives nothing away. */
const shortestPiece = 14;

const headLength = 8;

/** A longer secret gives itself away everywhere: private keys, cookies. */
const longest = 500;

/** A hash of the last four characters: each one moves those before it out by a quarter. */
function hashOf(text: string, at: number, hash: number): number {
  return ((hash << 4) ^ text.charCodeAt(at)) & 0xffff;
}

/** True when a text that contains the secret contains it because it is the secret. */
function isDistinctive(secret: string): boolean {
  return (
    secret.length >= headLength &&
    secret.length <= longest &&
    !/^[A-Za-z]{0,15}$|^[a-z]+(?:[-_. ][a-z]+)*$/.test(secret)
  );
}
