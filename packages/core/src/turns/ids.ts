import { createHash } from "node:crypto";
import type { Session } from "../model.js";

/** The UUID that a session gets in another tool: its own id if it is one, else one that is made of it. */
export function sessionUuid({ id, source }: Pick<Session, "id" | "source">): string {
  return isUuid(id) ? id : hashedUuid(`${source} ${id}`);
}

/** True when a text is a UUID in small letters. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}

/** A UUID of version 8, which is made of a text. */
export function hashedUuid(text: string): string {
  const digits = [...hashOf(text).slice(0, 32)];
  digits[12] = "8";
  digits[16] = "a";
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** An id such as the API gives to a message or a call, made of a text. */
export function apiId(prefix: string, text: string): string {
  return `${prefix}_${hashOf(text).slice(0, 24)}`;
}

/** Gives each call an id that the API takes: its own, unless it has other characters or is there already. */
export class CallIds {
  readonly #used = new Set<string>();
  readonly #prefix: string;

  /** New ids begin with a prefix: "toolu". */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The id that the next call gets, which has this one in its session. */
  next(id: string): string {
    let own = /^[\w-]{1,64}$/.test(id) ? id : apiId(this.#prefix, id);
    for (let copy = 2; this.#used.has(own); copy++) own = apiId(this.#prefix, `${id} ${copy}`);
    this.#used.add(own);
    return own;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
