import type { Session } from "@chatexport/core";
import { sessionOf } from "./builders.js";
import { conversation } from "./conversation.js";
import { files } from "./files.js";
import { longText } from "./long-text.js";
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
  // They may share what they have in common; whoever changes one must not change another.
  return structuredClone([conversation(), toolCalls(), files(), subagents(), rareRecords()]);
}
