import type { Sink } from "@chatexport/core";
import type { Check, SinkCheckName, SinkSubject } from "../src/index.js";
import { allSinkChecks } from "../src/sink-checks.js";
import { lineWords } from "./plain-text.js";

/** A sink of plain text, with the outline of its documents. */
export function subjectOf(create: () => Sink, text?: SinkSubject["text"]): SinkSubject {
  return { create, outline, ...(text && { text }) };
}

/** The first word of each line; throws for one that no line begins with. */
function outline(document: string): string[] {
  const words = document.split("\n").map((line) => /^(\w+): /.exec(line)?.[1] ?? line);
  if (words.pop() !== "") throw new Error("The last line has no end");
  for (const word of words)
    if (!lineWords.has(word)) throw new Error(`No line begins with ${word}`);
  return words;
}

/** The checks that a sink fails, by name; as small as for a variant, which takes a quarter of the time. */
export async function failuresOf(subject: SinkSubject): Promise<Map<SinkCheckName, unknown>> {
  const failures = new Map<SinkCheckName, unknown>();
  for (const check of allSinkChecks({ ...subject, isVariant: true })) {
    const error = await failureOf(check);
    if (error !== undefined) failures.set(check.name, error);
  }
  return failures;
}

async function failureOf({ run }: Check): Promise<unknown> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error ?? "nothing was thrown";
  }
}
