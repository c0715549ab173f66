import { basename, dirname } from "node:path";
import { resumption as codex } from "../codex/given-back.mjs";
import { openaiResponses } from "../mock/openai-responses.mjs";
import { inputFaults } from "../mock/responses-rules.mjs";
import { recordsIn } from "../resume.mjs";
import { allowAll, onboard } from "./home.mjs";

/** The way in which Copilot CLI goes on with a session. @type {import("../resume.mjs").Resumption} */
export const resumption = {
  protocol: openaiResponses,
  onboard,
  words: (path, prompt) => [...allowAll, `--resume=${basename(dirname(path))}`, "-p", prompt],
  textsOf: codex.textsOf,
  faultsOf: ({ input }) => inputFaults(input),
  callsOf(file, { input }) {
    const records = recordsIn(file);
    const boundary = records.findLastIndex(({ type }) => type === "session.compaction_complete");
    const written = records
      .slice(boundary + 1)
      .flatMap(({ data }) => data.toolRequests ?? [])
      .map((/** @type {any} */ { toolCallId }) => toolCallId);
    const sent = new Set(
      input.flatMap((/** @type {any} */ { type, call_id }) =>
        type === "function_call" ? [call_id] : [],
      ),
    );
    const lost = written.filter((id) => !sent.has(id)).map((id) => `the call ${id} is not sent`);
    return { lost, calls: sent.size };
  },
};
