import {
  allMessages,
  type Message,
  type Part,
  type Session,
  withSubagents,
} from "@chatexport/core";
import { type Aside, asideOf, countsOf, isOfCommand } from "./asides.js";
import type { DocumentOptions } from "./options.js";

/** The additions of tools to a session that its document does not show. */
export interface HiddenAdditions {
  count: number;
  /** "3 reminders, 1 hook not shown" */
  words: string;
}

/**
 * The additions of tools to a session, its sub-agents and branches included; undefined where a
 * document shows all of them.
 */
export function hiddenAdditions(
  session: Session,
  { detail }: Pick<Required<DocumentOptions>, "detail">,
): HiddenAdditions | undefined {
  if (detail === "full") return undefined;
  const added = [...withSubagents(session)].flatMap((each) =>
    [...allMessages(each)].flatMap((message) =>
      message.parts.flatMap((part) => additionsIn(part, message)),
    ),
  );
  return added.length === 0
    ? undefined
    : { count: added.length, words: `${countsOf(added)} not shown` };
}

function additionsIn(part: Part, message: Message): Aside[] {
  const results =
    part.type === "tool-call" || part.type === "tool-result" ? part.result : undefined;
  const inResult = (results?.content ?? []).flatMap((each) => asideOf(each) ?? []);
  const aside = asideOf(part, message);
  return aside && !isOfCommand(aside) ? [aside, ...inResult] : inResult;
}
