import { type Part, type Session, withSubagents } from "@chatexport/core";
import { contextWith, partsOf, readStore } from "./reading.js";
import { inNewHome } from "./trial.js";

/** A search does not load what a source is certain about. */
export const searchMissesNothing = inNewHome(async function* (trial) {
  const { refs, sessions } = await readStore(trial);
  const source = trial.open();
  const context = contextWith();
  for (const [index, session] of sessions.entries()) {
    const ref = refs[index];
    if (!ref || !source.mayContain) continue;
    const words = wordsOf(session);
    // One question is enough, as a rule.
    if (await source.mayContain(ref, words, context)) continue;
    for (const word of words)
      if (!(await source.mayContain(ref, [word], context)))
        yield `${ref.id}: mayContain is certain that "${word}" is not in the session, and it is.`;
    yield `${ref.id}: mayContain finds each word of the session, and not all of them.`;
  }
  await source.close?.();
});

/** The words of a session that people search for. */
function wordsOf(session: Session): string[] {
  const words = new Set<string>();
  for (const each of withSubagents(session)) {
    const texts = [each.title, each.model, ...partsOf(each).flatMap(textsOfPart)];
    for (const text of texts)
      for (const word of text?.match(/[A-Za-z0-9_]{3,}/g) ?? []) words.add(word.toLowerCase());
  }
  return [...words];
}

function textsOfPart(part: Part): (string | undefined)[] {
  if (part.type === "tool-call") return [part.name, "command" in part ? part.command : undefined];
  return "text" in part ? [part.text] : [];
}
