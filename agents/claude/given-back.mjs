import { basename } from "node:path";
import { anthropicMessages } from "../mock/anthropic.mjs";
import { messageFaults } from "../mock/messages-rules.mjs";
import { recordsIn } from "../resume.mjs";
import { onboard } from "./home.mjs";

/** The way in which Claude Code goes on with a transcript. @type {import("../resume.mjs").Resumption} */
export const resumption = {
  protocol: anthropicMessages,
  // A summary of a long session would take its place.
  onboard: (place) => ({ ...onboard(place), DISABLE_COMPACT: "1", DISABLE_AUTO_COMPACT: "1" }),
  words: (path, prompt) => [
    ...["-p", "--output-format", "json", "--resume", basename(path, ".jsonl")],
    prompt,
  ],
  textsOf: ({ messages }) => textsOf(messages),
  faultsOf: ({ messages }) => messageFaults(messages),
  callsOf: (file, { messages }) => compareCalls(file, messages),
};

/** The texts of messages, in order. */
export function textsOf(/** @type {{ role: string, content: string | any[] }[]} */ messages) {
  return messages.flatMap(({ role, content }) =>
    (typeof content === "string" ? [{ type: "text", text: content }] : content).flatMap(
      ({ type, text }) => (type === "text" ? [{ role, text }] : []),
    ),
  );
}

/**
 * Each call of a transcript since its last compaction has to be sent: the client drops those without a
 * result, and says nothing.
 *
 * @param {string} transcript
 * @param {{ content: string | any[] }[]} messages
 */
export function compareCalls(transcript, messages) {
  const records = recordsIn(transcript);
  const boundary = records.findLastIndex(({ subtype }) => subtype === "compact_boundary");
  const written = callsIn(records.slice(boundary + 1).map(({ message }) => message));
  const sent = new Set(callsIn(messages));
  const lost = written.filter((id) => !sent.has(id)).map((id) => `the call ${id} is not sent`);
  return { lost, calls: sent.size };
}

/** The ids of calls. @returns {string[]} */
function callsIn(/** @type {({ content: string | any[] } | undefined)[]} */ messages) {
  return messages.flatMap((message) =>
    Array.isArray(message?.content)
      ? message.content.flatMap(({ type, id }) => (type === "tool_use" ? [id] : []))
      : [],
  );
}
