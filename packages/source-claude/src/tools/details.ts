import type { JsonObject, ToolCall } from "@chatexport/core";

type CommonField =
  | "type"
  | "id"
  | "name"
  | "title"
  | "cwd"
  | "server"
  | "input"
  | "rawInput"
  | "status"
  | "startedAt"
  | "completedAt"
  | "result"
  | "native";

type Specific<Call> = Call extends ToolCall ? Omit<Call, CommonField> : never;

/** What is particular to a kind of tool call: its kind and the fields that only it has. */
export type ToolDetails = Specific<ToolCall>;

/**
 * Finds the details of a tool call in its arguments and in what the tool returned, of which nothing
 * is certain: sub-agents' files and failed calls have no `output`.
 */
export type DetailsReader = (input: JsonObject, output: JsonObject) => ToolDetails;
