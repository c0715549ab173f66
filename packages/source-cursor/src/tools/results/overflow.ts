/**
 * The path of the file that holds the whole of an output that was too long for a result
 * (`~/.cursor/projects/…/agent-tools/<uuid>.txt`), from the text that names it.
 */
export function overflowPath(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    if (!text.includes("agent-tools")) continue;
    for (const match of text.matchAll(/agent-tools[\\/][0-9a-f-]{36}\.txt/g)) {
      const before = text.slice(Math.max(0, match.index - longestFolder), match.index);
      const folder = before.slice(before.search(/(?<![^\s"'`<>()])[^\s"'`<>()]*$/));
      // A mere mention of the name says nothing of where the file lies.
      if (/^(?:[\\/~]|[A-Za-z]:)/.test(folder)) return folder + match[0];
    }
  }
  return undefined;
}

const longestFolder = 500;
