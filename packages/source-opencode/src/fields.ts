import type { JsonObject } from "@chatexport/core";
import { nameSet, type TallyCounter, unreadFields } from "@chatexport/core/read";

/** The fields that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  id: "the record has it as its key",
  sessionID: "the id of the session",
  messageID: "the id of the message",
  parentID: "the prompt before it",
  parentSessionId: "the id of the session",
  start: "the message has its time",
  end: "the message has its time",
  completed: "the message has its time",
  created: "the message has its time",
  streamed: "the message has its time",
  diffs: "what the edits of the turn say",
  preview: "the beginning of the output",
  total: "the sum of the other numbers",
  resumeAttempts: "how often the tool tried to go on after it had ended",
};

/** The fields of an object that are neither read nor dropped and say something; undefined when there are none. */
export function unread(object: JsonObject, read: ReadonlySet<string>): JsonObject | undefined {
  return unreadFields(object, read, dropped);
}

/** The fields that are read, by what they describe. */
export const read = {
  session: nameSet(
    "id parentID forkSessionID directory title version time cost tokens share summary revert",
  ),
  message: nameSet(
    "role time model modelID providerID variant agent mode path cost tokens finish error summary",
  ),
  text: nameSet("type text synthetic time"),
  tool: nameSet("type tool callID state"),
  state: nameSet("status input raw output error title time metadata attachments"),
  retry: nameSet("type error time"),
  compaction: nameSet("type auto"),
  subtask: nameSet("type prompt"),
  step: nameSet("cost tokens"),
} as const;

/* The fields that this version knows, as the tool has written them from 0.6 to 1.18.33, and 2.0 names them. */

const known: Readonly<Record<string, ReadonlySet<string>>> = {
  session: nameSet(
    "id projectID workspaceID parentID slug directory path title version share summary metadata cost tokens",
    "revert permission agent model time forkSessionID forkBoundary resumeAttempts idleOutcome",
  ),
  user: nameSet("role time agent model variant summary system tools format"),
  assistant: nameSet(
    "role time parentID modelID providerID variant mode agent path summary cost tokens finish error",
    "structured system",
  ),
  text: nameSet("type text synthetic ignored time metadata"),
  reasoning: nameSet("type text time metadata"),
  file: nameSet("type mime filename url source synthetic"),
  tool: nameSet("type callID tool state metadata"),
  state: nameSet("status input raw output error title metadata time attachments"),
  "step-start": nameSet("type snapshot time"),
  "step-finish": nameSet("type reason snapshot cost tokens time metrics"),
  snapshot: nameSet("type snapshot"),
  patch: nameSet("type hash files"),
  agent: nameSet("type name source"),
  subtask: nameSet("type prompt description agent model command"),
  retry: nameSet("type attempt error time"),
  compaction: nameSet("type auto overflow tail_start_id"),
};

/** Counts the fields that are not known, by what they describe; their values are kept. */
export function countUnknownFields(
  object: JsonObject,
  kind: keyof typeof known,
  tally: TallyCounter,
): void {
  const names = known[kind];
  if (!names) return;
  const place = kind === "user" || kind === "assistant" ? "message-key" : `${kind}-key`;
  for (const name of Object.keys(object)) if (!names.has(name)) tally.unknownField(place, name);
}

/** The types of parts that are known. */
export const partTypes: ReadonlySet<string> = nameSet(
  "text reasoning file tool step-start step-finish snapshot patch agent subtask retry compaction",
);
