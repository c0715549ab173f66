import { allMessages, type Message, type Session, withSubagents } from "@chatexport/core";

/**
 * The anchor of a session in an index: its id, with control characters and halves of characters
 * replaced, which no document can hold.
 */
export function anchorOf(id: string): string {
  return id.replace(/[\p{Cc}\p{Cs}]/gu, "\ufffd");
}

/** The part of a link, after "#", that leads to a session in an index. */
export function fragmentOf(id: string): string {
  return encodeURIComponent(anchorOf(id));
}

/**
 * A link from an index to a document, for links written by a host. It is percent-encoded already;
 * whatever it is instead, it leads nowhere but below the folder of the index.
 */
export function relativeLink(href: string): string {
  const link = href
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/[^\w.~!$&'()*+,;=:@%/?#-]+/g, encodeURIComponent)
    .replace(/(^|\/)(?:\.|%2e){2}(?=[/?#]|$)/gi, "$1");
  return /^$|^[/?#]|^[^/?#]*:/.test(link) ? `./${link}` : link;
}

/**
 * A name for each message of a session, its branches and sub-agents included, to which a link may
 * lead: unique in the document, and the same whatever else the document shows.
 */
export function messageAnchors(session: Session): ReadonlyMap<Message, string> {
  const anchors = new Map<Message, string>();
  const taken = new Map<string, number>();
  for (const each of withSubagents(session))
    for (const message of allMessages(each)) anchors.set(message, unique(nameOf(message), taken));
  return anchors;
}

function nameOf({ id }: Message): string {
  return `m-${id.replace(/[^A-Za-z0-9._~-]/gu, "-")}`;
}

/** The name, with a number when another message has it already. */
function unique(name: string, taken: Map<string, number>): string {
  let number = taken.get(name);
  let result = name;
  while (number !== undefined && taken.has(result)) result = `${name}-${++number}`;
  if (number !== undefined) taken.set(name, number);
  taken.set(result, 1);
  return result;
}
