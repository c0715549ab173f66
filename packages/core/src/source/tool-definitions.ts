import type { ToolDefinition } from "../model.js";
import { present } from "../present.js";
import type { Fields } from "./fields.js";

/** Takes the tools that a model was told of, in the form of OpenAI or as they are. One without a name is left over. */
export function toolDefinitions(definitions: readonly Fields[]): ToolDefinition[] {
  return definitions.flatMap((stored): ToolDefinition[] => {
    const told = stored.object("function") ?? stored;
    stored.word(["function"], "type");
    const name = told.text("name");
    if (name === undefined) return [];
    const inputSchema = told.object("parameters")?.all();
    const definition = { name, description: told.text("description"), inputSchema };
    return [present<ToolDefinition>({ ...definition, native: stored.rest() })];
  });
}
