import {
  allMessages,
  contextFor,
  listSessions,
  type Session,
  type Source,
  withSubagents,
} from "@chatexport/core";
import { partsOf } from "@chatexport/document/search";
import { wordsIn } from "@chatexport/search-index";

/**
 * The words that stand in a session of the source as it is loaded, although the source is certain that
 * they do not; each with the id of the session. Also how many words there are. Not all are looked for
 * where `plainly` gives those that stand plainly in a file of the session alone: they can be missed
 * only together.
 */
export async function unfoundWords(
  source: Source,
  plainly: (session: Session) => ReadonlySet<string> = () => new Set(),
): Promise<{ unfound: string[]; count: number }> {
  const context = contextFor({}, {});
  const unfound: string[] = [];
  let count = 0;
  for (const { ref } of await listSessions([source], { report: () => {} })) {
    const session = await source.load(ref, context).catch(() => undefined);
    if (!session) continue;
    const all = wordsOf(session);
    count += all.length;
    const plain = plainly(session);
    const words = all.filter((word, index) => !plain.has(word) || index % 20 === 0);
    const has = async (...some: string[]) =>
      (await source.mayContain?.(ref, some, context)) ?? true;
    // One look at all of them is enough, as a rule.
    if (await has(...words)) continue;
    for (const word of words) if (!(await has(word))) unfound.push(`${ref.id}: ${word}`);
  }
  await source.close?.();
  return { unfound, count };
}

function wordsOf(session: Session): string[] {
  const words = new Set<string>();
  const add = (text = "") => {
    for (const word of wordsIn(text)) words.add(word.toLowerCase());
  };
  for (const { texts } of partsOf(session)) for (const text of texts) add(text);
  for (const each of withSubagents(session)) {
    add(each.model);
    for (const { model } of allMessages(each)) add(model);
  }
  return [...words];
}
