import type { Session } from "@chatexport/core";

/**
 * The beginning of the first text that people and models said on the active branch of a session and that another
 * one, which was made of it, does not have in its place; undefined when all are there.
 */
export function lostText(
  session: Pick<Session, "messages">,
  readBack: Session | undefined,
): string | undefined {
  return lostOf(saidIn(session), readBack);
}

/** As `lostText`, of the texts that `saidIn` found in a session, which may be gone by then. */
export function lostOf(
  said: readonly string[],
  readBack: Pick<Session, "messages"> | undefined,
): string | undefined {
  if (!readBack) return "all of it";
  const found = textsOf(readBack);
  let at = 0;
  for (const text of said) {
    while (at < found.length && !found[at]?.includes(text)) at++;
    if (at === found.length) return beginningOf(text);
  }
  return undefined;
}

/** The text of a session that the other one has nowhere: in no branch, and in no order. */
export function lostAnywhere(session: Session, readBack: Session): string | undefined {
  const { messages, branches = [] } = readBack;
  const found = textsOf({ messages: [...messages, ...branches.flatMap((each) => each.messages)] });
  const whole = new Set(found);
  const lost = saidIn(session).find(
    (text) => !whole.has(text) && !found.some((each) => each.includes(text)),
  );
  return lost === undefined ? undefined : beginningOf(lost);
}

function beginningOf(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

/** The texts that people and models said on the active branch of a session: a few percent of what it holds. */
export function saidIn({ messages }: Pick<Session, "messages">): string[] {
  return messages.flatMap(({ role, synthetic, parts }) =>
    parts.flatMap((part) => {
      const isSaid = part.type === "text" && !part.synthetic && !synthetic && role !== "system";
      return isSaid && part.text.trim() !== "" ? [part.text.trim().toWellFormed()] : [];
    }),
  );
}

/** All texts, since the tool may take for its own what another one let a person type. */
function textsOf({ messages }: Pick<Session, "messages">): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
}
