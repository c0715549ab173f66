import { oneLine, promptTitle } from "@chatexport/core/read";

/** The prompt with which the tool hands an accepted plan to a session of its own (2.1.3x and later). */
const planPrompt = "Implement the following plan:";

/** What a prompt is about, as a title; undefined when it has no word. */
export function titleOfPrompt(text: string): string | undefined {
  const heading = text.startsWith(planPrompt) ? firstHeading(text) : undefined;
  return heading ? oneLine(`Implement the plan: ${heading}`) : promptTitle(text);
}

/** The plan's own name, without "Plan:" before it. */
function firstHeading(text: string): string | undefined {
  const heading = /\n# {1,4}(.{1,300})/.exec(text.slice(0, 2000))?.[1];
  return heading?.replace(/^Plan: /, "").trim();
}
