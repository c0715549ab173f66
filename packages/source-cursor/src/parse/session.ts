import { type Loose, type Message, present, type Session, schemaVersion } from "@chatexport/core";
import { promptTitle, type TallyCounter } from "@chatexport/core/read";
import type { Format } from "../conversation/copy.js";
import type { Head } from "../conversation/head.js";
import { earliestOf, latestOf } from "../values/times.js";
import { typedIn } from "./agent/message-facts.js";
import { isPlaceholder } from "./composer/composer-data.js";

/** A conversation that was read, with the fields that its store alone has, or knows better. */
type ReadConversation = Loose<Omit<Session, "schemaVersion" | "source" | "records">> & {
  format: Format;
  /** The facts that its store has of it; a title counts if it is Cursor's own, a subtitle where there is none. */
  head: Head & { subtitle?: string };
  tally: TallyCounter;
};

/** The session of a conversation: what its store says, else what its messages tell. */
export function sessionOf(read: ReadConversation): Session {
  const { id, format, head, messages, tally, origin, ...own } = read;
  const times = messages.map(({ createdAt }) => createdAt);
  return present({
    schemaVersion,
    id,
    source: "cursor",
    format,
    ...titleOf(head, messages),
    startedAt: head.startedAt ?? earliestOf(times),
    updatedAt: latestOf([head.updatedAt, ...times]),
    cwd: head.cwd,
    project: head.project,
    git: head.branch === undefined ? undefined : { branch: head.branch },
    model: answeredLast(messages),
    archived: head.archived || undefined,
    parent: head.parent,
    messages,
    branches: undefined,
    subagents: undefined,
    attachments: undefined,
    records: tally.result(),
    origin,
    ...own,
  });
}

/** The model that answered last. */
export function answeredLast(messages: readonly Message[]): string | undefined {
  return messages.findLast(({ model }) => model !== undefined)?.model;
}

/** Cursor's title of a conversation, else the first prompt, else its subtitle. */
function titleOf(
  { title, titleFrom, subtitle }: ReadConversation["head"],
  messages: readonly Message[],
): Pick<Session, "title" | "titleFrom"> {
  const prompts = messages.flatMap(({ role, parts }) => (role === "user" ? typedIn(parts) : []));
  if (title !== undefined && titleFrom && !isPlaceholder(title, prompts))
    return { title, titleFrom };
  const own = promptTitle(prompts);
  if (own !== undefined) return { title: own, titleFrom: "first-message" };
  return subtitle === undefined ? {} : { title: subtitle, titleFrom: "generated" };
}
