import { Backticks, Brackets } from "./open-marks.js";
import { isDangerousUrl, isPunctuation, resourceAt } from "./resource.js";

const special = /[\\`<[\]]|!\[|:\/\/|www\./gi;
const autolink =
  /<(?:[a-z][a-z0-9+.-]{1,31}:[^ \t\n<>]*|[a-z0-9][a-z0-9.!#$%&'*+/=?^_{|}~-]*@[a-z0-9.-]+)>/iy;

/**
 * Stands for a backslash that breaks a line, so that the code that joins lines can tell it from
 * one in code. No text has it: control characters have been removed.
 */
export const lineBreak = "\u0000";

/**
 * Makes the text of one paragraph, heading or table cell harmless: no HTML, no image, no dangerous
 * link. It only ever puts a backslash before a punctuation character outside code, which leaves
 * what a reader sees as it is; a backslash that breaks a line becomes `lineBreak`.
 */
export function containInline(text: string): string {
  special.lastIndex = 0;
  return special.test(text) ? new Inline(text).contained() : text;
}

/** A walk through a text that knows, as Markdown does, what is code and what is a link. */
class Inline {
  readonly #text: string;
  readonly #backticks: Backticks;
  readonly #brackets = new Brackets();
  #result = "";
  /** Up to where the text is in the result. */
  #copied = 0;
  #run: UrlRun = { end: 0, lastMark: -1, lastBracket: -1 };

  constructor(text: string) {
    this.#text = text;
    this.#backticks = new Backticks(text);
  }

  contained(): string {
    special.lastIndex = 0;
    for (;;) {
      const match = special.exec(this.#text);
      if (!match) return this.#result + this.#text.slice(this.#copied);
      special.lastIndex = this.#pass(match.index, match[0]);
    }
  }

  /** Handles the character at an index and returns where to go on. */
  #pass(at: number, found: string): number {
    switch (found) {
      case "\\":
        if (this.#text[at + 1] === "\n") this.#break(at);
        return at + (isPunctuation(this.#text[at + 1]) ? 2 : 1);
      case "`":
        return this.#backticks.skip(at);
      case "<":
        return this.#angle(at);
      case "![":
        // The image becomes a link to it: nothing loads unless somebody clicks.
        this.#escape(at);
        return at + 1;
      case "[":
        this.#brackets.open();
        return at + 1;
      case "]":
        return this.#closing(at);
      default:
        return this.#bareUrl(at, found);
    }
  }

  #escape(at: number): void {
    this.#result += `${this.#text.slice(this.#copied, at)}\\`;
    this.#copied = at;
  }

  #break(at: number): void {
    this.#result += this.#text.slice(this.#copied, at) + lineBreak;
    this.#copied = at + 1;
  }

  #angle(at: number): number {
    autolink.lastIndex = at;
    const link = autolink.exec(this.#text)?.[0];
    if (link && !isDangerousUrl(link.slice(1))) return at + link.length;
    if (startsHtml(this.#text, at)) this.#escape(at);
    return at + 1;
  }

  #closing(at: number): number {
    const mayLink = this.#brackets.close();
    const open = at + 1;
    if (this.#text[open] !== "(") return open;
    const resource = resourceAt(this.#text, open);
    if (!resource?.safe) this.#escape(open);
    if (!mayLink || !resource) return open + 1;
    const { start, end, safe } = resource;
    if (safe) this.#brackets.linked();
    this.#escapeCode(safe ? start : open + 1, end);
    return end;
  }

  /** Within a link nothing is code; readers that see no link there must come to the same result. */
  #escapeCode(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const character = this.#text[at];
      if (character === "\\") at++;
      else if (character === "`" || character === "<") this.#escape(at);
    }
  }

  /**
   * Some readers make a link of a bare URL and all that follows up to a space, others see the code
   * in it first. An escape makes them agree that it is no link.
   */
  #bareUrl(at: number, found: string): number {
    if (at >= this.#run.end) this.#run = runAt(this.#text, at);
    const { lastMark, lastBracket } = this.#run;
    // Within brackets a URL ends with them.
    const isDoubtful = lastMark > at || (this.#brackets.none && lastBracket > at);
    if (isDoubtful) this.#escape(at + (found === "://" ? 0 : 3));
    return at + found.length;
  }
}

/** A run of text that a reader may take for one URL. */
interface UrlRun {
  end: number;
  /** Index of the last character in it that a URL would keep from being markup, or -1. */
  lastMark: number;
  lastBracket: number;
}

function runAt(text: string, start: number): UrlRun {
  let end = start;
  let lastMark = -1;
  let lastBracket = -1;
  for (; end < text.length; end++) {
    const character = text[end] ?? "";
    if (" \t\n<".includes(character)) break;
    if ("\\`".includes(character)) lastMark = end;
    else if ("[]".includes(character)) lastBracket = end;
  }
  // The backslash put before a tag would belong to the URL.
  if (startsHtml(text, end)) lastMark = end;
  return { end, lastMark, lastBracket };
}

/** True when a tag, a comment or an instruction could begin here. */
function startsHtml(text: string, at: number): boolean {
  return text[at] === "<" && /[a-z/!?]/i.test(text[at + 1] ?? "");
}
