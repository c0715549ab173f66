import type { Json, JsonObject } from "@chatexport/core";
import {
  nameSet,
  objectOf,
  setField,
  type TallyCounter,
  unreadFields,
} from "@chatexport/core/read";

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

/** The kinds of values as which a field is read, "any" for all; or the same of the fields of an object. */
type Kinds = string | Fields;

/** Fields that are read. */
export type Fields = ReadonlyMap<string, Kinds>;

/** The fields of an object by the kinds of their values. */
export function fieldsOf(kinds: Readonly<Record<string, Kinds>>): Fields {
  return new Map(Object.entries(kinds));
}

/**
 * The fields of an object that are neither read nor dropped and say something, with those that hold another kind
 * of value than is read of them; undefined when there are none.
 */
export function unread(
  object: JsonObject,
  read: ReadonlySet<string> | Fields,
): JsonObject | undefined {
  const left: JsonObject = {};
  for (const [name, value] of Object.entries(unreadFields(object, noFields, dropped) ?? {})) {
    const rest = read.has(name) ? misread(value, "get" in read ? read.get(name) : "any") : value;
    if (rest !== undefined) setField(left, name, rest);
  }
  return Object.keys(left).length > 0 ? left : undefined;
}

const noFields: ReadonlySet<string> = new Set();

/** What of a value cannot be read as one of the kinds. */
function misread(value: Json, kinds: Kinds = "any"): Json | undefined {
  if (kinds === "any" || value === null) return undefined;
  if (typeof kinds === "string")
    return kinds.split(" ").includes(kindOf(value)) ? undefined : value;
  const object = objectOf(value);
  if (!object) return value;
  const left: JsonObject = {};
  for (const [name, inner] of Object.entries(object)) {
    const rest = misread(inner, kinds.get(name));
    if (rest !== undefined) setField(left, name, rest);
  }
  return Object.keys(left).length > 0 ? left : undefined;
}

function kindOf(value: Json): string {
  return Array.isArray(value) ? "list" : typeof value;
}

/** What objects in fields hold. */
export const times = fieldsOf({
  created: "number",
  updated: "number",
  completed: "number",
  start: "number",
  end: "number",
});
export const tokens = fieldsOf({
  input: "number",
  output: "number",
  reasoning: "number",
  total: "number",
  cache: fieldsOf({ read: "number", write: "number" }),
});
export const model = fieldsOf({
  id: "string",
  modelID: "string",
  providerID: "string",
  variant: "string",
});

/** The fields that are read, by what they describe. */
export const read = {
  session: fieldsOf({
    id: "any",
    parentID: "any",
    forkSessionID: "any",
    directory: "string",
    title: "string",
    version: "string",
    time: times,
    cost: "number",
    tokens,
    share: "any",
    summary: "object",
    revert: "any",
  }),
  message: fieldsOf({
    role: "string",
    time: times,
    model,
    modelID: "string",
    providerID: "string",
    variant: "string",
    agent: "string",
    mode: "string",
    path: fieldsOf({ cwd: "string" }),
    cost: "number",
    tokens,
    finish: "string",
    error: "object",
    summary: "boolean object",
  }),
  text: fieldsOf({ type: "string", text: "string", synthetic: "boolean", time: times }),
  tool: fieldsOf({ type: "string", tool: "string", callID: "string", state: "object" }),
  state: fieldsOf({
    status: "string",
    input: "any",
    raw: "string",
    output: "string",
    error: "string",
    title: "string",
    time: times,
    metadata: "object",
    attachments: "list",
  }),
  retry: fieldsOf({ type: "string", error: "object", time: times }),
  compaction: fieldsOf({ type: "string", auto: "boolean" }),
  subtask: fieldsOf({ type: "string", prompt: "string" }),
  step: fieldsOf({ cost: "number", tokens }),
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
