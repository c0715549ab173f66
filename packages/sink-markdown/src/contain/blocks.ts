import {
  type Container,
  continues,
  escapeMark,
  markAt,
  mayInterrupt,
  openContainer,
} from "./containers.js";
import { type Cursor, cursorOf, isBlank } from "./cursor.js";
import { containInline } from "./inline.js";
import {
  closesFence,
  type Fence,
  headingLevel,
  isThematicBreak,
  openingFence,
  underlineLevel,
} from "./lines.js";
import {
  beginsPlainly,
  containHeading,
  containParagraph,
  containRow,
  depthOf,
  type TextLine,
} from "./paragraph.js";
import { isTableHead } from "./table.js";

/** The kind of block that the next lines continue. */
type Leaf =
  | { type: "none" | "table" }
  /** As below a paragraph, only some lists may follow it at once, unless it is `loose`. */
  | { type: "indented"; loose: boolean }
  | { type: "paragraph"; lines: TextLine[] }
  | { type: "fence"; fence: Fence };

// Each line is held against all containers that are open.
const deepest = 100;

/** A walk over the lines of a body that knows, as Markdown does, in which block each line is. */
export class Blocks {
  readonly #output: string[] = [];
  readonly #containers: Container[] = [];
  #leaf: Leaf = { type: "none" };

  /** Takes the next line. */
  line(text: string): void {
    if (this.#containers.length === 0 && beginsPlainly(text) && this.#addText(text)) return;
    const cursor = cursorOf(text);
    const matched = this.#match(cursor);
    const leaf = this.#leaf;
    if (leaf.type === "fence" && matched === this.#containers.length) {
      this.#output.push(text);
      if (cursor.indent < 4 && closesFence(text, cursor.next, leaf.fence)) this.#close();
      return;
    }
    const lazy = !this.#open(cursor, matched) && matched < this.#containers.length;
    if (this.#leaf.type === "paragraph" && this.#goesOn(cursor, this.#leaf.lines, lazy)) return;
    const left = lazy ? this.#containers.slice(matched) : [];
    if (lazy) this.#closeContainers(matched);
    // Some readers see no table right below one that ended with its container.
    if (lazy && leaf.type === "table" && !isBlank(cursor))
      this.#output.push(this.#containers.map(prefixOf).join("").trimEnd());
    this.#begin(cursor, left);
  }

  /** The lines, with everything closed that would reach beyond them. */
  end(): string[] {
    if (this.#leaf.type === "fence") {
      const { marker, size } = this.#leaf.fence;
      this.#output.push(this.#containers.map(prefixOf).join("") + marker.repeat(size));
    }
    this.#close();
    return this.#output;
  }

  /** True when an indented line or a list item would go on with this, in spite of a blank line. */
  get open(): boolean {
    return this.#leaf.type === "indented" || this.#containers[0]?.type === "item";
  }

  /** Takes a line in which only text can begin, unless it goes on with code or a table. */
  #addText(text: string): boolean {
    const { type } = this.#leaf;
    if (type === "fence" || type === "table") return false;
    if (this.#leaf.type !== "paragraph") this.#leaf = { type: "paragraph", lines: [] };
    this.#leaf.lines.push({ prefix: "", text, isDeep: false });
    return true;
  }

  /** The number of containers that go on in this line. */
  #match(cursor: Cursor): number {
    for (const [matched, container] of this.#containers.entries()) {
      if (continues(cursor, container)) continue;
      const mark = container.type === "item" ? markAt(cursor) : undefined;
      if (container.type !== "item" || mark?.type !== container.marker) return matched;
      this.#closeContainers(matched);
      this.#containers.push(openContainer(cursor, mark));
    }
    return this.#containers.length;
  }

  /** Begins the containers whose marks are next; whether there were any. */
  #open(cursor: Cursor, matched: number): boolean {
    const leaf = this.#leaf;
    const isParagraph = leaf.type === "paragraph";
    const interrupts =
      matched === this.#containers.length &&
      (isParagraph || (leaf.type === "indented" && !leaf.loose));
    let depth = matched;
    for (let mark = markAt(cursor); mark; mark = markAt(cursor)) {
      const allowed = !interrupts || mayInterrupt(cursor, mark);
      const isText = !allowed && isParagraph && depth === matched;
      if (!allowed || depth >= deepest) {
        // Where readers disagree, or the depth would take too long, the mark is made plain text.
        if (!isText) escapeMark(cursor, mark);
        break;
      }
      if (depth === matched) this.#closeContainers(matched);
      this.#containers.push(openContainer(cursor, mark));
      depth++;
    }
    return depth > matched;
  }

  /** Takes a line that the paragraph goes on with, or that makes something else of it. */
  #goesOn(cursor: Cursor, lines: TextLine[], lazy: boolean): boolean {
    if (isBlank(cursor)) return false;
    if (cursor.indent < 4) {
      if (!lazy && (this.#underline(cursor, lines) || this.#tableHead(cursor, lines))) return true;
      if (beginsLeaf(cursor)) return false;
    }
    lines.push(textLineOf(cursor));
    return true;
  }

  #underline({ line, next }: Cursor, lines: readonly TextLine[]): boolean {
    const level = underlineLevel(line, next);
    if (level === 0) return false;
    this.#output.push(containHeading(lines, level));
    this.#leaf = { type: "none" };
    return true;
  }

  #tableHead({ line, next }: Cursor, lines: TextLine[]): boolean {
    const head = lines.at(-1);
    if (!head || head.isDeep || !isTableHead(head.text, line.slice(next))) return false;
    lines.pop();
    this.#close();
    // Not every reader sees a table where there is no bar.
    const bar = head.text.includes("|") ? "" : "|";
    const row = containRow({ ...head, prefix: head.prefix + bar });
    this.#output.push(
      row,
      line[next] === "|" ? line : line.slice(0, next) + bar + line.slice(next),
    );
    this.#leaf = { type: "table" };
    return true;
  }

  /** Takes a line that no paragraph and no fenced code goes on with, below containers it left. */
  #begin(cursor: Cursor, left: readonly Container[]): void {
    const { line, next } = cursor;
    const before = this.#leaf.type;
    if (isBlank(cursor)) {
      // Indented code may go on below a blank line.
      if (before !== "indented") this.#close();
      this.#output.push(line);
      return;
    }
    this.#close();
    if (cursor.indent >= 4) {
      // Some readers see a quotation go on in code below it.
      const belowQuote = left.some((container) => container.type === "quote");
      if (belowQuote) this.#output.push("");
      this.#output.push(line);
      this.#leaf = {
        type: "indented",
        loose: left.length > 0 && !belowQuote && before !== "indented",
      };
      return;
    }
    const fence = openingFence(line, next);
    const level = headingLevel(line, next);
    if (fence) {
      // Some readers look for the head of a table first.
      this.#output.push(line.replaceAll("|", "&#124;"));
      this.#leaf = { type: "fence", fence };
    } else if (level > 0) {
      const marks = "#".repeat(depthOf(level));
      this.#output.push(line.slice(0, next) + marks + containInline(line.slice(next + level)));
    } else if (isThematicBreak(line, next)) {
      this.#output.push(line);
    } else if (before === "table") {
      this.#output.push(containRow(textLineOf(cursor)));
      this.#leaf = { type: "table" };
    } else {
      this.#leaf = { type: "paragraph", lines: [textLineOf(cursor)] };
    }
  }

  #closeContainers(count: number): void {
    this.#close();
    this.#containers.length = count;
  }

  #close(): void {
    if (this.#leaf.type === "paragraph" && this.#leaf.lines.length > 0)
      for (const line of containParagraph(this.#leaf.lines)) this.#output.push(line);
    this.#leaf = { type: "none" };
  }
}

/** True when a block begins that may follow a paragraph without a blank line. */
function beginsLeaf({ line, next }: Cursor): boolean {
  return (
    headingLevel(line, next) > 0 ||
    isThematicBreak(line, next) ||
    openingFence(line, next) !== undefined
  );
}

function textLineOf({ line, next, indent }: Cursor): TextLine {
  return { prefix: line.slice(0, next), text: line.slice(next), isDeep: indent >= 4 };
}

function prefixOf(container: Container): string {
  return container.type === "quote" ? "> " : " ".repeat(container.size);
}
