import { type FilePart, type Part, present, type TextPart } from "@chatexport/core";

/*
 * Files that a person named with "@" when starting pi come before the words of the prompt:
 *
 *   <file name="/home/mira/tea/notes.txt">
 *   text of the file
 *   </file>
 *   <file name="/home/mira/tea/pot.png"></file>
 *   Which pot is this?
 *
 * A picture follows as a block of its own; a note on its new size is where a text would be.
 */
const named = /<file name="([^"\n]+)">(?:\n([\s\S]*?)\n?|([^\n]*?))<\/file>(?:\n|$)/y;

/** The words of a prompt, without the files before them. */
export function wordsOf(prompt: string): string {
  return prompt.slice(filesIn(prompt).end);
}

/** The parts of a prompt, with the files before its words as parts of their own, behind them. */
export function withFiles(parts: readonly Part[]): Part[] {
  const [first, ...rest] = parts;
  if (first?.type !== "text") return [...parts];
  const { files, end } = filesIn(first.text);
  if (files.length === 0) return [...parts];
  const words = first.text.slice(end);
  const pictures = files.filter(({ text }) => text === undefined);
  const others = rest.map((part) => {
    const path = part.type === "file" ? pictures.shift()?.path : undefined;
    return path === undefined ? part : { ...part, path, from: "mention" as const };
  });
  return [
    ...(words === "" ? [] : [{ ...first, text: words }]),
    ...files.flatMap(({ path, text, note }): (FilePart | TextPart)[] => [
      ...(text === undefined ? [] : [{ type: "file", path, text, from: "mention" } as const]),
      ...(note ? [{ type: "text", text: note, synthetic: "context" } as const] : []),
    ]),
    ...others,
  ];
}

/** A file before a prompt: with its text, or without for a picture. */
interface NamedFile {
  path: string;
  text?: string;
  note?: string;
}

function filesIn(prompt: string): { files: NamedFile[]; end: number } {
  const files: NamedFile[] = [];
  let end = 0;
  for (;;) {
    named.lastIndex = end;
    const [, path, text, note] = named.exec(prompt) ?? [];
    if (path === undefined) return { files, end };
    files.push(present({ path, text, note }));
    end = named.lastIndex;
  }
}
