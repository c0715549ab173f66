export type { Check, Skips } from "./check.js";
export { hostileStrings } from "./hostile-strings.js";
export { answer, prompt, ran, resultOf, said, sessionOf, taskFor } from "./samples/builders.js";
export { sampleSessions } from "./samples/index.js";
export { type SinkCheckName, type SinkSubject, sinkChecks } from "./sink-checks.js";
export { type SourceCheckName, sourceChecks } from "./source-checks.js";
export type { SourceSubject } from "./source-subject.js";
