/** As much of a JSON schema as describes the model. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
}

/** An object of which a definition of the schema says what it is. */
export type Described = [definition: string, object: unknown];

/** The parts of a schema that occur in none of the objects: "compaction.summary", "notice.level = error". */
export function missingOf(schema: Schema, objects: readonly Described[]): string[] {
  const definitions = schema.$defs ?? {};
  const all = new Set<string>();
  const seen = new Set<string>();
  for (const name of new Set(objects.map(([definition]) => definition)))
    collect({ $ref: `#/$defs/${name}` }, name, definitions, all);
  for (const [name, object] of objects)
    visit({ $ref: `#/$defs/${name}` }, object, name, definitions, seen);
  return [...all].filter((place) => !seen.has(place)).sort();
}

type Definitions = Record<string, Schema>;

/** The schema itself and its name. What all tool calls have, one of them must have. */
function resolved(given: Schema, place: string, definitions: Definitions): [Schema, string] {
  const name = given.$ref?.replace("#/$defs/", "");
  if (name === undefined) return [given, place];
  return [definitions[name] ?? {}, name.endsWith("Call") ? "call" : name];
}

function valuesOf(schema: Schema): unknown[] {
  return schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
}

function collect(
  given: Schema,
  place: string,
  definitions: Definitions,
  all: Set<string>,
  open: readonly Schema[] = [],
): void {
  const [schema, name] = resolved(given, place, definitions);
  if (open.includes(schema)) return;
  const inside = [...open, schema];
  for (const value of valuesOf(schema)) all.add(`${name} = ${value}`);
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    all.add(`${name}.${key}`);
    collect(inner, `${name}.${key}`, definitions, all, inside);
  }
  for (const inner of schema.oneOf ?? []) collect(inner, name, definitions, all, inside);
  if (schema.items) collect(schema.items, name, definitions, all, inside);
}

function visit(
  given: Schema,
  value: unknown,
  place: string,
  definitions: Definitions,
  seen: Set<string>,
): void {
  const [schema, name] = resolved(given, place, definitions);
  const choice = schema.oneOf?.find((each) => fits(each, value, definitions));
  if (choice) visit(choice, value, name, definitions, seen);
  else if (Array.isArray(value))
    for (const item of value) visit(schema.items ?? {}, item, name, definitions, seen);
  else if (typeof value !== "object" || value === null) seen.add(`${name} = ${value}`);
  else
    for (const [key, inner] of Object.entries(value)) {
      seen.add(`${name}.${key}`);
      visit(schema.properties?.[key] ?? {}, inner, `${name}.${key}`, definitions, seen);
    }
}

/** True when a value has only fields of a schema, and those that are one of a few values are. */
function fits(given: Schema, value: unknown, definitions: Definitions): boolean {
  const [schema] = resolved(given, "", definitions);
  if (schema.oneOf) return schema.oneOf.some((each) => fits(each, value, definitions));
  return Object.entries(value ?? {}).every(([key, inner]) => {
    const field = schema.properties?.[key];
    const values = field ? valuesOf(field) : [];
    return field !== undefined && (values.length === 0 || values.includes(inner));
  });
}
