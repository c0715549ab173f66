/*
 * Since 2.1.28x a long paste is in a prompt between the lines `<pasted_content id="7f40">` and
 * `</pasted_content id="7f40">`, which tell the model that it was not typed.
 */

const opening = /<pasted_content((?: id="[^"\n]{1,64}")?)>\n/g;

/** A prompt as it was typed and pasted: each paste is a paragraph, without the tags around it. */
export function withoutPasteTags(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: tag, 1: id, index } of text.matchAll(opening)) {
    // It is a part of what was pasted.
    if (index < from) continue;
    const start = index + tag.length;
    const closing = `</pasted_content${id}>`;
    const end = text.indexOf(closing, start);
    if (end === -1) break;
    pieces.push(text.slice(from, index), text.slice(start, end));
    from = end + closing.length;
  }
  return pieces.length === 0 ? text : paragraphs([...pieces, text.slice(from)]);
}

/**
 * The typed and pasted texts in turn, as one text; only a paste keeps how far its first line is
 * indented.
 */
export function paragraphs(pieces: readonly string[]): string {
  return pieces
    .map((piece, index) => (index % 2 === 0 ? piece.replace(/^ +/, "") : piece))
    .map((piece) => piece.replace(/^\n+/, "").trimEnd())
    .filter((piece) => piece !== "")
    .join("\n\n");
}
