import type { JsonObject, ToolDetails } from "@chatexport/core";

/**
 * Finds the details of a tool call in its arguments and in what the tool returned, of which nothing
 * is certain: sub-agents' files and failed calls have no `output`.
 */
export type DetailsReader = (input: JsonObject, output: JsonObject) => ToolDetails;
