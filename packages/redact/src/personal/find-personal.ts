import { ipAddresses } from "./addresses.js";
import type { PersonalSpan } from "./finder.js";
import { hosts } from "./hosts.js";
import { mailAddresses } from "./mail-addresses.js";
import { people } from "./people.js";
import { phoneNumbers } from "./phone-numbers.js";

const finders = [mailAddresses, people, ipAddresses, phoneNumbers, hosts];

/** All personal data in a text, in its order; where two finders claim a place, the longer span stays. */
export function findPersonal(text: string): PersonalSpan[] {
  if (text.length < shortest || isBase64(text)) return [];
  const all = finders.flatMap((find) => [...find(text)]);
  if (all.length < 2) return all;
  const result: PersonalSpan[] = [];
  for (const span of all.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else if (span.end - span.start > last.end - last.start) result[result.length - 1] = span;
  }
  return result;
}

const shortest = 6;

function isBase64(text: string): boolean {
  return text.length > 1000 && /^[A-Za-z0-9+/=_-]+$/.test(text);
}
