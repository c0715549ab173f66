export { answer, prompt, ran, resultOf, said, sessionOf, taskFor } from "./samples/builders.js";
export { hostileStrings } from "./samples/hostile-strings.js";
export { sampleSessions } from "./samples/sample-sessions.js";
export { type Check, CheckFailed, type Skips } from "./shared/check.js";
export { type SinkCheckName, type SinkSubject, sinkChecks } from "./sink-checks.js";
export {
  changeDocument,
  changeLines,
  changeRows,
  type RecordChange,
  type WritableDatabase,
  type WritableStatement,
} from "./source-checks/rewritten-stores.js";
export { lostValues } from "./source-checks/values.js";
export { type SourceCheckName, type SourceSubject, sourceChecks } from "./source-checks.js";
