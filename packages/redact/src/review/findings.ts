import type { Session } from "@chatexport/core";
import { getOrAdd } from "@chatexport/core/read";
import { mapSession } from "../map-fields.js";
import { type Place, placeIn } from "../masked-places.js";
import { findSuspicious, type SuspiciousKind } from "./suspicious.js";

/** Something that may be private in a session, for a person to decide about. */
export interface Finding {
  kind: SuspiciousKind;
  text: string;
  /** The number of places that have it. */
  times: number;
  /** Its first place, in a message if it is in any. */
  place: Place;
  /** The line of its first place: the text before and after it there. */
  before: string;
  after: string;
  /** The lines above and below that line. */
  above: string;
  below: string;
}

/**
 * The texts that may be private in a session that was masked: equal ones are one finding, those
 * that a person should see first come first. It is data: a terminal, a page or a program can ask
 * about it.
 */
export function findings(session: Session): Finding[] {
  const found = new Map<string, Finding>();
  mapSession(session, (text, _, trail) => {
    for (const { kind, start, end } of findSuspicious(text)) {
      const part = text.slice(start, end);
      const place = placeIn(session, trail);
      const here = { text: part, place, ...contextOf(text, start, end) };
      const one = getOrAdd(found, `${kind} ${part.toLowerCase()}`, () => ({
        kind,
        times: 0,
        ...here,
      }));
      one.times++;
      // Most titles are the beginning of a prompt.
      if (one.place.message === undefined && place.message !== undefined) Object.assign(one, here);
    }
    return text;
  });
  const rank = (kind: SuspiciousKind) => order.indexOf(kind);
  return [...found.values()].sort((a, b) => rank(a.kind) - rank(b.kind));
}

/** In characters, on each side. */
const longestContext = 200;

function contextOf(text: string, start: number, end: number) {
  const left = text.slice(Math.max(0, start - longestContext), start);
  const right = text.slice(end, end + longestContext);
  const lineStart = left.lastIndexOf("\n") + 1;
  const lineEnd = `${right}\n`.indexOf("\n");
  return {
    before: left.slice(lineStart),
    after: right.slice(0, lineEnd),
    above: left.slice(0, lineStart),
    below: right.slice(lineEnd),
  };
}

const order: readonly SuspiciousKind[] = [
  "random-text",
  "account-number",
  "e-mail-address",
  "phone-number",
  "person",
  "user-name",
  "host",
  "ip-address",
  "web-host",
];
