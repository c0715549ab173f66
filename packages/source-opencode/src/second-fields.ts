import type { JsonObject } from "@chatexport/core";
import { nameSet, type TallyCounter } from "@chatexport/core/read";
import { fieldsOf, model, times, tokens } from "./fields.js";

/* The fields of messages of the second form: as 1.18.33 writes them, and as the source of 2.0 names them. */

/** The fields that are read, by what they describe. */
export const secondRead = {
  user: fieldsOf({ time: times, text: "string", files: "list" }),
  text: fieldsOf({ time: times, text: "string" }),
  assistant: fieldsOf({
    time: times,
    agent: "string",
    model,
    content: "list",
    finish: "string",
    cost: "number",
    tokens,
    error: "object",
    retry: "object",
  }),
  compaction: fieldsOf({
    time: times,
    status: "string",
    reason: "string",
    model,
    summary: "string",
    cost: "number",
    tokens,
  }),
  failed: fieldsOf({
    time: times,
    status: "string",
    error: "object",
    model,
    cost: "number",
    tokens,
  }),
  shell: fieldsOf({
    time: times,
    callID: "string",
    shellID: "string",
    command: "string",
    output: "string object",
    exit: "number",
  }),
  switched: fieldsOf({ time: times, agent: "string" }),
  content: fieldsOf({ type: "string", text: "string" }),
} as const;

const known: Readonly<Record<string, ReadonlySet<string>>> = {
  user: nameSet("time text files agents skills references metadata waiting"),
  assistant: nameSet(
    "time agent model content snapshot finish rawFinish native providerState cost tokens error retry",
    "metadata",
  ),
  synthetic: nameSet("time text description metadata sessionID waiting"),
  system: nameSet("time text description metadata"),
  skill: nameSet("time skill name text metadata"),
  shell: nameSet("time callID shellID command status exit output metadata"),
  compaction: nameSet(
    "time status reason summary recent error model native providerState providerContext cost tokens",
    "metadata",
  ),
  "agent-switched": nameSet("time agent previous metadata"),
  "model-switched": nameSet("time model previous metadata"),
  "location-switched": nameSet("time location projectID subpath previous metadata"),
  text: nameSet("type id text state native"),
  reasoning: nameSet("type id text state native providerMetadata time"),
  tool: nameSet(
    "type id name provider executed native providerState providerResultState state time",
  ),
  state: nameSet("status input content structured metadata result error outputPaths attachments"),
};

/** Counts the fields that are not known, by what they describe; their values are kept. */
export function countUnknownSecondFields(
  object: JsonObject,
  kind: string,
  tally: TallyCounter,
): void {
  const names = known[kind];
  for (const name of Object.keys(object))
    if (!names?.has(name)) tally.unknownField(`second-${kind}-key`, name);
}
