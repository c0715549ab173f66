/**
 * The text of a file whose lines an output has with their numbers, in tags: "00001| a" in `<file>` (1.0),
 * "1: a" in `<content>` (later). Behind it stands what the tool said of the rest, unless there is none.
 * Undefined when anything else is in the output.
 */
export function fileText(output: string): string | undefined {
  const start = /^(?:<path>.*<\/path>\n<type>file<\/type>\n<content>|<file>)\n?/.exec(output);
  const end = /\n\n(\(.*\))\n<\/(?:content|file)>$/.exec(output);
  if (!start || !end) return undefined;
  const numbered = output.slice(start[0].length, end.index).split("\n");
  const lines = numbered.flatMap((line) => /^\d{1,9}[:|] ?(.*)$/s.exec(line)?.[1] ?? []);
  if (lines.length < numbered.length) return undefined;
  const rest = end[1]?.startsWith("(End of file") ? "" : `\n\n${end[1]}`;
  return lines.join("\n") + rest;
}
