import { fail } from "node:assert/strict";
import type { Message, Session } from "@chatexport/core";
import { sampleSessions } from "../samples/index.js";
import type { SinkSubject } from "../sink-checks.js";
import { everythingOf, rendered } from "./host.js";

/** Every word that people and models said on the active line is found, as often as it was said. */
export async function keepsEveryWord(subject: SinkSubject): Promise<void> {
  const sink = subject.create();
  for (const session of sampleSessions()) {
    const document = everythingOf(await rendered(subject, sink, session));
    for (const text of saidIn(session)) assertWords(document, text);
  }
}

function saidIn({ messages }: Session): string[] {
  return messages
    .filter(isOwn)
    .flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "text" && !part.synthetic ? part.text : [])),
    );
}

// What another session holds may be folded into a line.
function isOwn({ role, synthetic, copiedFrom }: Message): boolean {
  return role !== "system" && !synthetic && !copiedFrom;
}

/** Each word is there as often as it was said. Between words may be anything: formats escape it. */
function assertWords(document: string, text: string): void {
  for (const [word, count] of countsOf(text)) {
    const found = document.split(word).length - 1;
    if (found < count)
      fail(
        `"${word}" is ${found} times in a document for which it was said ${count} times: ${JSON.stringify(text.slice(0, 200))}`,
      );
  }
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[a-z]{2,}/gi)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
