import { nameSet } from "@chatexport/core/read";
import { fieldsNaming } from "@chatexport/core/source";

/** The fields of Gemini CLI's records that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  fileName: "the end of the path",
  renderOutputAsMarkdown: "how the tool shows a result",
  willContinue: "how a result came in",
  scheduling: "how a result came in",
};

/** The dropped fields that are numbers or flags. */
const numbers = nameSet("renderOutputAsMarkdown willContinue");

/** The fields that the model has no place for. */
const kept = nameSet(
  "agentId authType description diffStat directories displayName isBuildFile memoryScratchpad projectHash",
  "thoughtSignature total truncated_fields videoMetadata",
);

/** The fields of an object of Gemini CLI. */
export const fieldsOf = fieldsNaming({ dropped, numbers, kept });
