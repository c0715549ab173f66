import type { Session } from "@chatexport/core";

/**
 * The beginning of the first text that people and models said on the active line of a session and that another
 * one, which was made of it, does not have in its place; undefined when all are there.
 */
export function lostText(session: Session, readBack: Session): string | undefined {
  const found = textsOf(readBack);
  let at = 0;
  for (const text of saidIn(session)) {
    while (at < found.length && !found[at]?.includes(text)) at++;
    if (at === found.length) return JSON.stringify(text.slice(0, 80));
  }
  return undefined;
}

function saidIn({ messages }: Session): string[] {
  return messages.flatMap(({ role, synthetic, parts }) =>
    parts.flatMap((part) => {
      const isSaid = part.type === "text" && !part.synthetic && !synthetic && role !== "system";
      return isSaid && part.text.trim() !== "" ? [part.text.trim().toWellFormed()] : [];
    }),
  );
}

/** All texts, since the tool may take for its own what another one let a person type. */
function textsOf({ messages }: Session): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
}
