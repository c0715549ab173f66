import { isCommand } from "./commands.js";

/** A piece of a chat history that was written at once. */
export interface Block {
  type: "start" | "prompt" | "printed" | "answer";
  /** Its first line, counted from 1. */
  line: number;
  /** Without the signs at the lines of prompts and of what was printed. */
  text: string;
}

const mark = /^# [Aa]ider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[ \t\r]{0,3}$/m;

/** The first mark of a session in a text: its place, and the time in it. */
export function markIn(text: string): { index: number; time: string } | undefined {
  const found = mark.exec(text);
  return found ? { index: found.index, time: found[1] ?? "" } : undefined;
}

/**
 * The blocks of a text, which is a session. Aider ends each line of a prompt, and each text that it prints, with two
 * spaces; a model hardly ever does so with its own headings and quotations, in code or not (0.9 to 0.86.2).
 */
export function* blocksOf(text: string): Generator<Block> {
  const reading = new Reading(!endsHard.test(text));
  let line = 0;
  for (const stored of text.split("\n")) {
    line++;
    const done = reading.add(stored.replace(lineEnd, ""), line);
    if (done) yield done;
  }
  const last = reading.end();
  if (last) yield last;
}

/** A prompt as Aider wrote it. Hooks and formatters of a repository trim lines: then no prompt has its spaces. */
const endsHard = /^#{4} .* {2}\r{0,3}$/m;

/** Windows ends lines with another sign, and those inside of a text with two. */
const lineEnd = /\r{1,3}$/;

/** The block that is being read, line by line. */
class Reading {
  #block: { type: Block["type"]; line: number; lines: string[] } | undefined;
  /** The type of the line above; undefined for a blank one. */
  #above: Block["type"] | undefined;
  /** The last text that was printed has more lines, which have no sign. */
  #isOpen = false;
  /** Lines have lost the spaces at their end. */
  readonly #isTrimmed: boolean;

  constructor(isTrimmed: boolean) {
    this.#isTrimmed = isTrimmed;
  }

  /** Adds a line; the block before it, when that is complete. */
  add(line: string, at: number): Block | undefined {
    const isBlank = line.trim() === "";
    const isWithin = this.#isOpen || this.#block?.type === "answer";
    const type = isBlank ? (isWithin ? this.#block?.type : undefined) : this.#typeOf(line);
    const isNext = type !== undefined && type === this.#block?.type && !this.#begins(type, line);
    const done = isNext || type === undefined ? undefined : this.end();
    this.#above = isBlank ? undefined : type;
    if (type === undefined) return done;
    this.#block ??= { type, line: at, lines: [] };
    this.#block.lines.push(contentOf(type, line));
    this.#isOpen = type === "printed" && !isHard(line) && !this.#isTrimmed;
    return done;
  }

  /** The last block; undefined when there is none. */
  end(): Block | undefined {
    const { type, line, lines = [] } = this.#block ?? {};
    this.#block = undefined;
    return type && line ? { type, line, text: lines.join("\n").trimEnd() } : undefined;
  }

  /** Prompts are written apart from each other. A formatter also writes their lines so, but not two commands in one. */
  #begins(type: Block["type"], line: string): boolean {
    if (type !== "prompt" || this.#above !== undefined) return type === "start";
    const [first = ""] = this.#block?.lines ?? [];
    return !this.#isTrimmed || isCommand(first) || isCommand(contentOf(type, line));
  }

  #typeOf(line: string): Block["type"] {
    const [above, last] = [this.#above, this.#block?.type];
    if (markIn(line)) return "start";
    if (this.#isTrimmed) return this.#typeOfTrimmed(line);
    const isApart = above === undefined || above === "prompt";
    if (line.startsWith("#### ") && isHard(line) && isApart) return "prompt";
    if (this.#isOpen || above === "printed") return "printed";
    if (!line.startsWith("> ")) return "answer";
    // A model quotes in the midst of what it says.
    if (isHard(line)) return above === "answer" ? "answer" : "printed";
    return above === "prompt" || last === "start" || beginsReport.test(line) ? "printed" : "answer";
  }

  /** An answer goes on until something is printed below it, as its tokens are. */
  #typeOfTrimmed(line: string): Block["type"] {
    const isAnswer = this.#block?.type === "answer";
    if (line.startsWith("#### ") && !isAnswer) return "prompt";
    if (this.#above === "printed") return "printed";
    const isPrinted = !isAnswer || isHard(line) || beginsReport.test(line);
    return line.startsWith("> ") && isPrinted ? "printed" : "answer";
  }
}

/** Texts of several lines that Aider prints right after an answer. */
const beginsReport = /^> (?:Tokens: [\d.,]|Commit [0-9a-f]{7} |# \d{1,3} SEARCH\/REPLACE block)/;

function isHard(line: string): boolean {
  return line.endsWith("  ");
}

function contentOf(type: Block["type"], line: string): string {
  if (type === "answer" || type === "start") return line;
  const content = isHard(line) ? line.slice(0, -2) : line;
  return content.replace(type === "prompt" ? /^#{4} ?/ : /^> ?/, "");
}
