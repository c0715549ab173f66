/** The key at the beginning of the settings, as TOML may write it. */
const notify = /^\s*(?:notify|"notify"|'notify')\s*=/;

/**
 * The settings of Codex, as of 0.142, with the program that is run after each answer, or without one; a line of which
 * `isOwn` says that it is one of these is taken out. Codex adds what happened as a last word. Undefined when the user
 * has another program there: there can be one only.
 */
export function codexSettings(
  text: string,
  isOwn: (line: string) => boolean,
  words: readonly string[] | undefined,
): string | undefined {
  const others = text.split(/(?<=\n)/).filter((line) => !(notify.test(line) && isOwn(line)));
  if (words === undefined) return others.join("");
  const table = others.findIndex((line) => /^\s*\[/.test(line));
  const top = table < 0 ? others : others.slice(0, table);
  if (top.some((line) => notify.test(line))) return undefined;
  // Before all tables, of which it would be a part.
  const list = words.map((word) => JSON.stringify(word)).join(", ");
  return [`notify = [${list}]\n`, ...others].join("");
}
