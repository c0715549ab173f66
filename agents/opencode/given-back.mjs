import { readFileSync } from "node:fs";
import { callIds, pairFaults, textsOf } from "../mock/chat-rules.mjs";
import { openaiChat } from "../mock/openai-chat.mjs";
import { models, onboard } from "./home.mjs";

/** The way in which OpenCode imports a session, and goes on with it. @type {import("../resume.mjs").Resumption} */
export const resumption = {
  protocol: openaiChat,
  onboard: (place) => onboard(place, "opencode"),
  before: (path) => ["import", path],
  words: (path, prompt) => [
    ...["run", "-s", JSON.parse(readFileSync(path, "utf8")).info.id],
    ...["-m", `mock/${models.usual}`, "--format", "json", "--", prompt],
  ],
  textsOf: ({ messages }) => withSummary(textsOf(messages)),
  faultsOf: ({ messages }) => pairFaults(messages),
  callsOf(file, { messages }) {
    const sent = callIds(messages);
    /** @type {any[]} */
    const written = JSON.parse(file).messages;
    const summary = written.findLastIndex(({ info }) => info.summary);
    const lost = written
      .slice(summary + 1)
      .flatMap(({ parts }) => parts)
      .filter(({ type, callID }) => type === "tool" && !sent.has(callID))
      .map(({ callID }) => `the call ${callID} is not sent`);
    return { lost, calls: sent.size };
  },
};

/** It has its model say a summary, which others have their user say. */
function withSummary(/** @type {import("../resume.mjs").Said[]} */ texts) {
  return texts.map(({ role, text }, at) => {
    const isSummary = texts[at - 1]?.text === "What did we do so far?";
    return { role: isSummary ? "user" : role, text };
  });
}
