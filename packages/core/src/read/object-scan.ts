/** The result of a scan: the object is whole, cannot go on, or goes on in the next piece. */
export type Scanned = { end: number } | { torn: number } | "open";

type Expected =
  | "value"
  | "first item"
  | "first key"
  | "key"
  | "colon"
  | "comma"
  | "text"
  | "escape"
  | "digits"
  | "word";

/**
 * Follows one JSON object through pieces of text, character by character, so that a damaged line is
 * read once. It finds where an object ends or is torn; whether its words and numbers are right is
 * left to `JSON.parse`. Unlike that, it accepts line ends and other control characters in texts,
 * but not NUL, which appears where a file system has lost bytes.
 */
export class ObjectScan {
  /** The brackets that close the open objects and lists, the innermost last. */
  #closers: string[] = [];
  /** The indexes at which they began in the last piece. */
  #starts: number[] = [];
  /** The object or list that ended last, in a text that was followed as one piece. */
  last: { start: number; end: number } | undefined;
  #expected: Expected = "value";
  #isKey = false;
  #digits = 0;

  /** Goes on in a text, from an index. */
  follow(text: string, from = 0): Scanned {
    for (let index = from; index < text.length; index++) {
      const character = text[index] ?? "";
      if (this.#expected === "word") {
        if (/[\w+.-]/.test(character)) continue;
        this.#expected = "comma";
      }
      const depth = this.#closers.length;
      if (!this.#take(character)) return { torn: index };
      if (this.#closers.length > depth) this.#starts.push(index);
      else if (this.#closers.length < depth)
        this.last = { start: this.#starts.pop() ?? 0, end: index + 1 };
      if (this.#closers.length === 0) return { end: index + 1 };
    }
    return "open";
  }

  /** Takes the next character; false when it may not come here. */
  #take(character: string): boolean {
    switch (this.#expected) {
      case "text":
        if (character === "\\") this.#expected = "escape";
        else if (character === '"') this.#expected = this.#isKey ? "colon" : "comma";
        return character !== "\0";
      case "escape":
        this.#digits = character === "u" ? 4 : 0;
        this.#expected = character === "u" ? "digits" : "text";
        return /["\\/bfnrtu]/.test(character);
      case "digits":
        if (--this.#digits === 0) this.#expected = "text";
        return /[\da-f]/i.test(character);
    }
    if (/[ \t\r\n]/.test(character)) return true;
    switch (this.#expected) {
      case "first key":
        return character === "}" ? this.#close(character) : this.#begin(character, true);
      case "key":
        return this.#begin(character, true);
      case "colon":
        this.#expected = "value";
        return character === ":";
      case "comma":
        if (character !== ",") return this.#close(character);
        this.#expected = this.#closers.at(-1) === "}" ? "key" : "value";
        return true;
      default:
        if (character === "]" && this.#expected === "first item") return this.#close(character);
        return this.#begin(character, false);
    }
  }

  #begin(character: string, isKey: boolean): boolean {
    this.#isKey = isKey;
    if (character === '"') this.#expected = "text";
    else if (isKey) return false;
    else if (character === "{") this.#open("}", "first key");
    else if (this.#closers.length === 0) return false;
    else if (character === "[") this.#open("]", "first item");
    else if (/[-\dtfn]/.test(character)) this.#expected = "word";
    else return false;
    return true;
  }

  #open(closer: string, expected: Expected): void {
    this.#closers.push(closer);
    this.#expected = expected;
  }

  #close(character: string): boolean {
    this.#expected = "comma";
    return this.#closers.pop() === character;
  }
}
