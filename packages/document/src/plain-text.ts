/** A line of what somebody typed. */
export interface TypedLine {
  text: string;
  kind: "prose" | "code" | "fenced";
}

/**
 * Plain text as Markdown that reads the same: lines end where they ended, and nothing is a heading,
 * emphasis or another number. Lists, quotes, links, fenced blocks and code in backticks stay, for
 * they are how people write plain text.
 */
export function plainText(lines: readonly TypedLine[]): string {
  const numbers = new Map<number, number>();
  const shown = lines.map(({ text, kind }, index) =>
    kind === "fenced"
      ? text
      : withPlainStart(withPlainMarks(ended(text)), lines[index - 1]?.text ?? "", numbers),
  );
  return shown
    .map((text, index) => {
      const isLast = lines[index]?.kind === "fenced" || lines[index + 1]?.kind !== "prose";
      return isLast ? text : text + lineEnd(text, shown[index + 1] ?? "");
    })
    .join("\n");
}

// A person types "\" to go on in the next line.
function ended(line: string): string {
  return line.replace(/\\$/, "").trimEnd();
}

// Marks need no escape where they could only begin emphasis: nothing that is not ended is emphasis.
const marks =
  /(``.*?``+|`[^`]+`|https?:\/\/\S+)|\\(?=[!-/:-@[-`{-~])|`|(?<=[^\s*])\*+|(?<=[^\s~])~+|(?<=[^\s_])_+(?![\p{L}\p{N}_])|&(?=#?\w{1,31};)/gu;

function withPlainMarks(line: string): string {
  return line.replace(marks, (found, kept?: string) => kept ?? found.replace(/./g, "\\$&"));
}

const item = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

/** A line that begins neither a heading nor makes one of the line before, nor an item with another number. */
function withPlainStart(line: string, before: string, numbers: Map<number, number>): string {
  if (/^\s*(?:=+|-+)\s*$/.test(line) && before.trim() !== "" && !item.test(before))
    return line.replace(/\S/, "\\$&");
  const [, indent = "", digits] = /^(\s*)(\d{1,9})[.)](?:\s|$)/.exec(line) ?? [];
  if (digits === undefined) return line.replace(/^\s*(?=#{1,6}(?:\s|$))/, "$&\\");
  const number = Number(digits);
  const isNext = number === 1 || number === (numbers.get(indent.length) ?? 0) + 1;
  if (isNext) numbers.set(indent.length, number);
  return isNext ? line : line.replace(/[.)]/, "\\$&");
}

const rule = /^\s*([-*_])(?:\s*\1){2,}\s*$/;

/** The end of a line as it was ended, unless the next line begins something else. */
function lineEnd(line: string, next: string): string {
  if (line.trim() === "" || next.trim() === "") return "";
  if (line.startsWith(">") && !next.startsWith(">")) return "\n";
  const isApart = item.test(next) || next.startsWith(">") || rule.test(next) || rule.test(line);
  return isApart || next.includes("|") || line.endsWith("\\") ? "" : "\\";
}
