import { createHash } from "node:crypto";
import type { Message, Part, Session } from "@chatexport/core";

/**
 * The words and deeds of a conversation, in which ids, times and texts of the tool do not count.
 */
export interface Fingerprint {
  /** Of the whole conversation. */
  whole: string;
  /** Of the conversation up to each of its messages, the last one not included. */
  beginnings: readonly string[];
}

/** The fingerprint of the active line of a session. */
export function fingerprintOf({ messages }: Session): Fingerprint {
  const digests: string[] = [];
  let last = "";
  for (const message of messages) {
    const said = saidIn(message);
    if (said.length === 0) continue;
    last = createHash("sha256")
      .update(`${last}\n${JSON.stringify([message.role, said])}`)
      .digest("base64")
      // 96 bits: two of a billion conversations are never taken for the same.
      .slice(0, 16);
    digests.push(last);
  }
  return { whole: last, beginnings: digests.slice(0, -1) };
}

/** Those in which nothing was said or done that another one has not, too; of two that are the same, the later one. */
export function repeatedAmong<One extends { fingerprint: Fingerprint }>(
  all: readonly One[],
): ReadonlySet<One> {
  const known = new Set(all.flatMap(({ fingerprint }) => fingerprint.beginnings));
  return new Set(
    all.filter(({ fingerprint: { whole } }) => {
      const isRepeated = known.has(whole);
      known.add(whole);
      return isRepeated;
    }),
  );
}

function saidIn({ parts, synthetic }: Message): unknown[] {
  return synthetic ? [] : parts.flatMap((part) => saidBy(part) ?? []);
}

function saidBy(part: Part): unknown {
  if (part.type === "text") return part.synthetic ? undefined : part.text.trim() || undefined;
  if (part.type === "tool-call") return [part.name, part.input ?? part.rawInput ?? null];
  return part.type === "file" ? [part.name, part.data ?? part.text ?? part.url] : undefined;
}
