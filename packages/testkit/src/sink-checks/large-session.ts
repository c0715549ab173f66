import type { Message, Session } from "@chatexport/core";
import { answer, prompt, ran, sessionOf } from "../samples/builders.js";

// In characters.
const textSize = 10_000;

/** A session of about so many characters, in messages of ten thousand. */
export function largeSession(size: number): Session {
  const sentence = "The ferry leaves the north pier at ten past eleven, and comes back at dawn. ";
  const text = sentence.repeat(Math.ceil(textSize / sentence.length));
  const turns = Math.ceil(size / textSize / 3);
  const messages = Array.from({ length: turns }, (_, turn): Message[] => [
    prompt(`q${turn}`, `${turn}. ${text}`),
    answer(`a${turn}`, `${turn}. ${text}`, ran(`echo ${turn}`, text)),
  ]);
  return sessionOf(messages.flat(), { title: "A large session" });
}
