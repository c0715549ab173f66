import { apiId } from "./ids.js";

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
