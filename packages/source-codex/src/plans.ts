import type { JsonObject, TextPart } from "@chatexport/core";

/** Says of a text that it is a plan to which the user may agree. */
export const planMark: JsonObject = { proposed_plan: true };

/** True when a text is a plan. */
export function isPlan({ native }: TextPart): boolean {
  return native?.proposed_plan === true;
}

/**
 * An answer of plan mode as plans and the words around them: lines with tags set a plan off (0.104
 * to 0.169, 2026). Its sources follow all of it.
 */
export function planParts({ citations, ...said }: TextPart): TextPart[] {
  // Every second piece is a tag.
  const pieces = said.text.split(/^[ \t]{0,20}(<\/?proposed_plan>)[ \t]{0,20}\n?/m);
  const parts = pieces.flatMap((text, index): TextPart[] => {
    if (index % 2 === 1 || text.trim() === "") return [];
    const isPlanned = pieces[index - 1] === "<proposed_plan>";
    return [{ ...said, text, ...(isPlanned && { native: { ...said.native, ...planMark } }) }];
  });
  return parts.map((part, index) =>
    citations && index === parts.length - 1 ? { ...part, citations } : part,
  );
}
