const longestTitle = 200;

/** The prompt with which the tool hands an accepted plan to a session of its own (2.1.3x and later). */
const planPrompt = "Implement the following plan:";

/** What a prompt is about, as a title; undefined when it has no word. */
export function promptTitle(text: string): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text.slice(0, 4 * longestTitle))) return undefined;
  const heading = text.startsWith(planPrompt) ? firstHeading(text) : undefined;
  return heading ? oneLine(`Implement the plan: ${heading}`) : oneLine(text);
}

/** A text on one line, cut as a title is; undefined when it is blank. */
export function oneLine(text: string): string | undefined {
  const line = text
    .slice(0, 4 * longestTitle)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= longestTitle) return line || undefined;
  // Cut between characters, never inside a surrogate pair.
  return `${Array.from(line.slice(0, 2 * longestTitle))
    .slice(0, longestTitle)
    .join("")}…`;
}

/** The plan's own name, without "Plan:" before it. */
function firstHeading(text: string): string | undefined {
  const heading = /\n# {1,4}(.{1,300})/.exec(text.slice(0, 2000))?.[1];
  return heading?.replace(/^Plan: /, "").trim();
}
