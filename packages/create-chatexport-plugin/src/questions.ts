import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { kindOf, languageOf, packageNameOf, type Wish } from "./wish.js";

/** Asks the user a question; undefined when there is no more answer to come. */
export type Ask = (question: string) => Promise<string | undefined>;

/**
 * The wish of the user: words say it, and questions ask for the rest, again after an answer that means nothing.
 * Throws when a word means nothing, or is missing and cannot be asked for; undefined when the user wants no more.
 */
export async function wishOf(words: readonly string[], ask?: Ask): Promise<Wish | undefined> {
  const [kindWord, nameWord, languageWord] = words;
  const kind = await answerTo(
    "source or sink? A source reads what a tool stores, a sink writes documents.",
    kindWord,
    kindOf,
    ask,
  );
  if (!kind) return undefined;
  const packageName = await answerTo(
    `The name? Users write --${kind === "source" ? "from" : "to"} NAME.`,
    nameWord,
    (word) => packageNameOf(kind, word),
    ask,
  );
  if (!packageName) return undefined;
  const language = await answerTo("typescript or javascript?", languageWord, languageOf, ask);
  return language && { kind, packageName, language };
}

async function answerTo<Answer>(
  question: string,
  word: string | undefined,
  read: (word: string) => Answer,
  ask: Ask | undefined,
): Promise<Answer | undefined> {
  if (word !== undefined) return read(word);
  if (!ask) throw new Error("Words are missing, and there is no terminal to ask at.");
  for (let remark = ""; ; ) {
    const answer = await ask(`${remark}${question}\n> `);
    if (answer === undefined) return undefined;
    try {
      return read(answer.trim());
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      remark = `${error.message}\n\n`;
    }
  }
}

/** Questions to a user who types lines; they have to be closed. */
export function openQuestions(input: Readable, output: Writable): { ask: Ask; close(): void } {
  const lines = createInterface({ input, output });
  // It keeps the lines that are typed before they are asked for.
  const typed = lines[Symbol.asyncIterator]();
  return {
    async ask(question) {
      output.write(question);
      const { value, done } = await typed.next();
      return done ? undefined : value;
    },
    close: () => lines.close(),
  };
}
