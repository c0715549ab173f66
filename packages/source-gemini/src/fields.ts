import { nameSet } from "@chatexport/core/read";
import { droppedFields, fieldsNaming } from "@chatexport/core/source";

/** The fields of Gemini CLI's records that are in no session, with the reason. */
export const dropped = droppedFields({
  "the end of the path": { texts: "fileName" },
  "how the tool shows a result": { numbers: "renderOutputAsMarkdown" },
  "how a result came in": { texts: "scheduling", numbers: "willContinue" },
});

/** The fields that the model has no place for. */
const kept = nameSet(
  "agentId authType description diffStat directories displayName isBuildFile memoryScratchpad projectHash",
  "thoughtSignature total truncated_fields videoMetadata",
);

/** The fields of an object of Gemini CLI. */
export const fieldsOf = fieldsNaming({ dropped, kept });
