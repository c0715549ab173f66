import {
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type ToolDefinition,
} from "@chatexport/core";
import { listOf, objectOf, objectsOf, textOf } from "@chatexport/core/read";
import { Fields } from "@chatexport/core/source";
import { named } from "../records/named-fields.js";

/** The definitions of tools that a record holds: all after the first answer of a model, later those that it asked for. */
export function definitionsIn({ attachment }: JsonObject): JsonObject[] {
  const { tools, entries } = objectOf(attachment) ?? {};
  return [...objectsOf(tools), ...objectsOf(entries)];
}

/** The tools that a model was told of (2.1.330). Where it never answered, only the log of the requests has them. */
export function definedTools(
  noted: readonly JsonObject[],
  requestLog: readonly JsonObject[],
): ToolDefinition[] | undefined {
  const logged = () => requestLog.flatMap(({ shape }) => objectsOf(objectOf(shape)?.tools));
  const tools = (noted.length > 0 ? noted : logged()).flatMap((tool) => definitionOf(tool) ?? []);
  // Each once, as the model was told of it last.
  return nonEmpty([...new Map(tools.map((tool) => [tool.name, tool])).values()]);
}

/** True when a record of the log of requests says nothing that is not known. */
export function isKnownRequest(record: JsonObject): boolean {
  const fields = new Fields(record, named);
  fields.text("type");
  fields.time("timestamp");
  fields.made((shape) => {
    const tools = listOf(objectOf(shape)?.tools);
    return tools && (tools.length === 0 || areDefinitions(tools)) ? shape : undefined;
  }, "shape");
  return fields.areKnown();
}

/** True when a value is a list of definitions, so that the session has them. */
export function areDefinitions(value: Json): boolean {
  const list = listOf(value);
  return (
    list !== undefined && list.length > 0 && list.every((item) => textOf(objectOf(item)?.name))
  );
}

function definitionOf(tool: JsonObject): ToolDefinition | undefined {
  // `schema` is what the model saw; the description beside it can say more.
  const told = new Fields(tool, named);
  const seen = told.object("schema");
  const name = seen?.text("name") ?? told.text("name");
  if (name === undefined) return undefined;
  told.word([name], "name");
  const description = seen?.text("description") ?? told.text("description");
  told.word([description ?? ""], "description");
  const isObject = (value: Json) => objectOf(value) !== undefined;
  const schema = seen?.fitting("input_schema", isObject) ?? told.fitting("input_schema", isObject);
  const native: JsonObject = { ...seen?.rest(), ...told.rest() };
  return present({
    name,
    description,
    inputSchema: objectOf(schema),
    native: Object.keys(native).length > 0 ? native : undefined,
  });
}
