import type { Message, Session } from "@chatexport/core";
import { answer, prompt, ran, sessionOf } from "./builders.js";
import { conversation } from "./conversation.js";
import { files } from "./files.js";
import { rareRecords } from "./rare-records.js";
import { subagents } from "./subagents.js";
import { toolCalls } from "./tool-calls.js";

/**
 * Small invented sessions that together show every part of the model: each type of part, each kind
 * and status of a tool call, each field and each of its values; one without messages, and one with a
 * long text. They are new objects each time.
 */
export function sampleSessions(): Session[] {
  const { title: _, ...empty } = sessionOf([], { id: "a7-empty" });
  return [...shortSessions(), longText(), empty];
}

/** Those of the samples that are soon rendered and have something to say. */
export function shortSessions(): Session[] {
  // The samples share objects, and a test that changes one must not change another.
  return structuredClone([conversation(), toolCalls(), files(), subagents(), rareRecords()]);
}

/** A session with one text of about a hundred thousand characters. */
function longText(): Session {
  const story = Array.from(
    { length: 1500 },
    (_, day) => `Day ${day + 1}: the wind turned, and the boat went out again at dawn.`,
  );
  return sessionOf([prompt("tell", "Tell me a long story."), answer("story", story.join("\n"))], {
    id: "f6-long",
    title: "A long story",
  });
}

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
