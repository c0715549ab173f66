import { openaiResponses } from "../mock/openai-responses.mjs";
import { inputFaults } from "../mock/responses-rules.mjs";
import { recordsIn } from "../resume.mjs";
import { onboard } from "./home.mjs";

/** The way in which Codex goes on with a rollout. @type {import("../resume.mjs").Resumption} */
export const resumption = {
  protocol: openaiResponses,
  onboard,
  words: (path, prompt) => [
    ...["exec", "--json", "--skip-git-repo-check", "resume"],
    /-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jsonl$/.exec(path)?.[1] ?? "",
    prompt,
  ],
  textsOf: ({ input }) =>
    input.flatMap((/** @type {any} */ { type, role, content }) =>
      type === "message"
        ? content.flatMap((/** @type {any} */ { text }) => (text ? [{ role, text }] : []))
        : [],
    ),
  faultsOf: ({ input }) => inputFaults(input),
  callsOf(file, { input }) {
    const records = recordsIn(file);
    const boundary = records.findLastIndex(({ type }) => type === "compacted");
    const written = callsIn(records.slice(boundary + 1).map(({ payload }) => payload));
    const sent = new Set(callsIn(input));
    const lost = written.filter((id) => !sent.has(id)).map((id) => `the call ${id} is not sent`);
    return { lost, calls: sent.size };
  },
};

/** The ids of calls. @returns {string[]} */
function callsIn(/** @type {any[]} */ items) {
  return items.flatMap(({ type, call_id }) =>
    /^(?:function|custom_tool)_call$/.test(type) ? [call_id] : [],
  );
}
