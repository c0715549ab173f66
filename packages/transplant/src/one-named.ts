import { ChangeError } from "@chatexport/relocate";

/**
 * The one of some things whose id begins or ends with a word; undefined when there is none. Throws `ChangeError` for
 * no word, and when there are more.
 */
export function oneNamed<Thing>(
  word: string,
  things: ReadonlyMap<string, Thing>,
): Thing | undefined {
  if (word === "")
    throw new ChangeError(
      "no-such-session",
      "'' names no session: give a part of its id, or latest.",
    );
  const whole = things.get(word);
  if (whole !== undefined) return whole;
  const found = [...things].filter(([id]) => id.startsWith(word) || id.endsWith(word));
  if (found.length > 1)
    throw new ChangeError(
      "no-such-session",
      `${word}: ${found.length} sessions match (${found
        .slice(0, 3)
        .map(([id]) => id)
        .join(", ")} …); name more of the id.`,
    );
  return found[0]?.[1];
}
