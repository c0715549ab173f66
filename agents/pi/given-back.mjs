import { openaiChat } from "../mock/openai-chat.mjs";
import { recordsIn } from "../resume.mjs";
import { onboard } from "./home.mjs";

/** How pi goes on with a session. @type {import("../resume.mjs").Resumption} */
export const resumption = {
  protocol: openaiChat,
  onboard,
  words: (path, prompt) => [
    ...["--offline", "--provider", "mock", "--model", "mock-model"],
    ...["--session", path, "-p", prompt],
  ],
  textsOf: ({ messages }) =>
    messages.flatMap((/** @type {any} */ { role, content }) =>
      [content ?? []]
        .flat()
        .map((/** @type {any} */ part) => ({ role, text: part.text ?? part }))
        .filter((/** @type {any} */ { text }) => typeof text === "string"),
    ),
  faultsOf: ({ messages }) => pairFaults(messages),
  callsOf(file, { messages }) {
    const sent = new Set(
      messages.flatMap((/** @type {any} */ { tool_calls }) => idsOf(tool_calls)),
    );
    const written = activeEntries(recordsIn(file)).flatMap(({ message }) =>
      message?.role === "assistant"
        ? idsOf(message.content.filter((/** @type {any} */ { type }) => type === "toolCall"))
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

/** Calls without a result next to them, and results without a call, which the API refuses. */
function pairFaults(/** @type {any[]} */ messages) {
  /** @type {Set<string>} */
  let open = new Set();
  const faults = [];
  for (const { role, tool_call_id, tool_calls } of messages) {
    if (role === "tool") {
      if (!open.delete(tool_call_id)) faults.push(`a result for no call: ${tool_call_id}`);
      continue;
    }
    for (const id of open) faults.push(`no result for the call ${id}`);
    open = new Set(idsOf(tool_calls));
  }
  return faults;
}

/** @returns {string[]} */
function idsOf(/** @type {any[]} */ calls = []) {
  return calls.map(({ id }) => id);
}
