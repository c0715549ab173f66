import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { callIds, pairFaults, textsOf } from "../mock/chat-rules.mjs";
import { openaiChat } from "../mock/openai-chat.mjs";
import { recordsIn } from "../resume.mjs";
import { onboard } from "./home.mjs";

/** The way in which pi goes on with a session. @type {import("../resume.mjs").Resumption} */
export const resumption = {
  protocol: openaiChat,
  onboard(place) {
    const env = onboard(place);
    // A summary of a long session would take its place.
    const settings = JSON.stringify({ compaction: { enabled: false } });
    writeFileSync(join(place.home, ".pi/agent/settings.json"), settings);
    return env;
  },
  words: (path, prompt) => [
    ...["--offline", "--provider", "mock", "--model", "mock-model"],
    ...["--session", path, "-p", prompt],
  ],
  textsOf: ({ messages }) => textsOf(messages),
  faultsOf: ({ messages }) => pairFaults(messages),
  callsOf(file, { messages }) {
    const sent = callIds(messages);
    const written = activeEntries(recordsIn(file)).flatMap(({ message }) =>
      message?.role === "assistant"
        ? message.content.flatMap((/** @type {any} */ { type, id }) =>
            type === "toolCall" ? [id] : [],
          )
        : [],
    );
    const lost = written.filter((id) => !sent.has(id)).map((id) => `the call ${id} is not sent`);
    return { lost, calls: sent.size };
  },
};

/** The entries on the line that goes on, since the last summary. */
function activeEntries(/** @type {any[]} */ records) {
  const byId = new Map(records.map((record) => [record.id, record]));
  const active = [];
  for (let at = records.at(-1); at && at.type !== "compaction"; at = byId.get(at.parentId))
    active.push(at);
  return active;
}
