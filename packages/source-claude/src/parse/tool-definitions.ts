import {
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type ToolDefinition,
} from "@chatexport/core";
import { listOf, objectOf, objectsOf, textOf } from "@chatexport/core/read";
import type { Entry } from "../records/records.js";

/** The tools of a session, and the records of the request log that alone tell of them. */
export interface DefinedTools {
  tools: ToolDefinition[] | undefined;
  log: ReadonlySet<JsonObject>;
}

/**
 * The tools that a model was told of (2.1.330): all of them after its first answer, and those that it
 * asked for later. Where it never answered, only the log of the requests has them.
 */
export function definedTools(
  entries: readonly Entry[],
  requestLog: readonly JsonObject[],
): DefinedTools {
  const noted = entries.flatMap(({ record }) => {
    const { tools, entries: loaded } = objectOf(record.attachment) ?? {};
    return [...objectsOf(tools), ...objectsOf(loaded)];
  });
  if (noted.length > 0) return { tools: byName(noted), log: new Set() };
  const shapes = requestLog.filter(({ shape }) => objectsOf(objectOf(shape)?.tools).length > 0);
  const logged = shapes.flatMap(({ shape }) => objectsOf(objectOf(shape)?.tools));
  return { tools: byName(logged), log: new Set(shapes) };
}

/** Whether a value is a list of definitions, so that the session has them. */
export function areDefinitions(value: Json): boolean {
  const list = listOf(value);
  return (
    list !== undefined && list.length > 0 && list.every((item) => textOf(objectOf(item)?.name))
  );
}

/** Each tool once, as it was told of last; undefined when there is none. */
function byName(described: readonly JsonObject[]): ToolDefinition[] | undefined {
  const tools = described.map(definitionOf).filter((tool) => tool !== undefined);
  return nonEmpty([...new Map(tools.map((tool) => [tool.name, tool])).values()]);
}

function definitionOf(tool: JsonObject): ToolDefinition | undefined {
  // `schema` is what the model saw; the description beside it can say more.
  const { schema: _, ...shown } = { ...tool, ...objectOf(tool.schema) };
  const { name, description, input_schema, ...rest } = shown;
  const known = textOf(name);
  if (known === undefined) return undefined;
  const own = tool.description === description ? undefined : tool.description;
  const native: JsonObject = present({
    ...rest,
    description: own ?? (typeof description === "string" ? undefined : description),
    input_schema: objectOf(input_schema) ? undefined : input_schema,
  });
  return present({
    name: known,
    description: textOf(description),
    inputSchema: objectOf(input_schema),
    native: Object.keys(native).length > 0 ? native : undefined,
  });
}
