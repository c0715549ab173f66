import width from "fast-string-width";

/** As much of a text as fits into so many columns of a terminal. */
export function fit(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  if (columns < 1) return "";
  let fitting = "";
  let taken = 0;
  for (const { segment } of charactersOf(text)) {
    taken += width(segment);
    if (taken >= columns) break;
    fitting += segment;
  }
  return `${fitting}…`;
}

/** As many words of a text as fit into so many columns; of long ones, or where none are apart, as many characters. */
export function fitWords(text: string, columns: number): string {
  const fitting = fit(text, columns);
  const cut = fitting.length - "…".length;
  const end = text[cut] === " " ? cut : text.lastIndexOf(" ", cut);
  return fitting === text || end < cut / 2 ? fitting : `${text.slice(0, end)}…`;
}

/** As much of the end of a text as fits into so many columns. */
export function fitEnd(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  return columns < 1 ? "" : `…${endOf(text, columns - 1)}`;
}

/** As many words of the end of a text as fit into so many columns, in the same way. */
export function fitEndWords(text: string, columns: number): string {
  const fitting = fitEnd(text, columns);
  const kept = text.slice(text.length - (fitting.length - "…".length));
  const start = kept.indexOf(" ");
  const isWhole = fitting === text || text[text.length - kept.length - 1] === " ";
  return isWhole || start < 0 || start > kept.length / 2 ? fitting : `…${kept.slice(start + 1)}`;
}

/** A name cut in its middle to so many columns: those of models and folders differ at their ends. */
export function fitMiddle(name: string, columns: number): string {
  if (width(name) <= columns) return name;
  const end = endOf(name, Math.floor((columns - 1) / 2));
  return fit(name, columns - width(end)) + end;
}

/** A text with blanks behind it, so that it takes so many columns at least. */
export function padEnd(text: string, columns: number): string {
  return text + blanks(columns - width(text));
}

/** A text with blanks before it, so that it takes so many columns at least. */
export function padStart(text: string, columns: number): string {
  return blanks(columns - width(text)) + text;
}

/** The number of columns that the widest of some texts takes. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, width(text)), 0);
}

function endOf(text: string, columns: number): string {
  let end = "";
  for (const { segment } of [...charactersOf(text)].reverse()) {
    if (width(segment + end) > columns) break;
    end = segment + end;
  }
  return end;
}

function blanks(columns: number): string {
  return " ".repeat(Math.max(columns, 0));
}

let segmenter: Intl.Segmenter | undefined;

function charactersOf(text: string): Iterable<{ segment: string }> {
  // Made when it is needed: it takes as long as starting the program.
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}
