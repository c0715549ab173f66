import type { Session } from "@chatexport/core";
import { getOrAdd } from "@chatexport/core/read";
import { mapSession } from "../map-fields.js";
import { type Place, placeIn } from "../masked-places.js";
import { findSuspicious, type SuspiciousKind } from "./suspicious.js";

/** Something that may be private in a session, for a person to decide about. */
export interface Finding {
  kind: SuspiciousKind;
  text: string;
  /** In how many places it stands. */
  times: number;
  /** Where it stands first. */
  place: Place;
  /** The line in which it stands first: what comes before and after it there. */
  before: string;
  after: string;
}

/**
 * What may be private in a session that was masked: equal texts are one finding, those that a person
 * should see first come first. It is data: a terminal, a page or a program can ask about it.
 */
export function findings(session: Session): Finding[] {
  const found = new Map<string, Finding>();
  mapSession(session, (text, _, trail) => {
    for (const { kind, start, end } of findSuspicious(text)) {
      const part = text.slice(start, end);
      getOrAdd(found, `${kind} ${part.toLowerCase()}`, () => ({
        kind,
        text: part,
        times: 0,
        place: placeIn(session, trail),
        before: text.slice(text.lastIndexOf("\n", start - 1) + 1, start).slice(-longestContext),
        after: /^[^\n]*/.exec(text.slice(end, end + longestContext))?.[0] ?? "",
      })).times++;
    }
    return text;
  });
  const rank = (kind: SuspiciousKind) => order.indexOf(kind);
  return [...found.values()].sort((a, b) => rank(a.kind) - rank(b.kind));
}

/** In characters, on each side. */
const longestContext = 200;

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
