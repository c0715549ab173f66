import { readFileSync } from "node:fs";
import { gemini } from "../mock/gemini.mjs";
import { recordsIn } from "../resume.mjs";
import { onboard } from "./home.mjs";

/** The way in which Gemini CLI goes on with a session. @type {import("../resume.mjs").Resumption} */
export const resumption = {
  protocol: gemini,
  onboard,
  words: (path, prompt) => [
    ...["--resume", recordsIn(readFileSync(path, "utf8"))[0].sessionId],
    ...["-m", "gemini-2.5-pro", "--yolo", "-p", prompt],
  ],
  textsOf: ({ contents }) =>
    contents.flatMap((/** @type {any} */ { role, parts }) =>
      parts.flatMap((/** @type {any} */ { text, thought }) =>
        text && !thought ? [{ role: role === "model" ? "assistant" : role, text }] : [],
      ),
    ),
  faultsOf: ({ contents }) => pairFaults(contents),
  callsOf(file, { contents }) {
    const sent = new Set(contents.flatMap(callsIn));
    const written = [...activeMessages(recordsIn(file)).values()].flatMap(({ toolCalls = [] }) =>
      // It sends an id without the name of the tool, which it puts before it itself.
      toolCalls.map((/** @type {any} */ { id, name }) => id.replace(`${name}__`, "")),
    );
    const lost = written.filter((id) => !sent.has(id)).map((id) => `the call ${id} is not sent`);
    return { lost, calls: sent.size };
  },
};

/** The messages with which it goes on, by their ids: not those that were rewound, or that a list leaves out. */
function activeMessages(/** @type {any[]} */ records) {
  /** @type {Map<string, any>} */
  let active = new Map();
  for (const record of records) {
    const ids = [...active.keys()];
    if (record.$rewindTo)
      for (const id of ids.slice(ids.indexOf(record.$rewindTo))) active.delete(id);
    else if (record.id) active.set(record.id, record);
    else if (record.$set?.messages)
      active = new Map(record.$set.messages.map((/** @type {any} */ each) => [each.id, each]));
  }
  return active;
}

/** Calls without a result in the next turn, and results without a call, which the API refuses. */
function pairFaults(/** @type {any[]} */ contents) {
  const faults = [];
  for (const [at, { parts }] of contents.entries()) {
    const results = resultsIn(contents[at + 1]);
    const calls = callsIn(contents[at - 1]);
    for (const id of callsIn({ parts }))
      if (!results.includes(id)) faults.push(`no result for the call ${id}`);
    for (const id of resultsIn({ parts }))
      if (!calls.includes(id)) faults.push(`a result for no call: ${id}`);
    if (parts.length === 0) faults.push("a turn without a part");
  }
  return faults;
}

/** @returns {string[]} */
function callsIn(/** @type {any} */ { parts } = { parts: [] }) {
  return parts.flatMap((/** @type {any} */ { functionCall }) => functionCall?.id ?? []);
}

/** @returns {string[]} */
function resultsIn(/** @type {any} */ { parts } = { parts: [] }) {
  return parts.flatMap((/** @type {any} */ { functionResponse }) => functionResponse?.id ?? []);
}
