import type { SchemaElement } from "hyparquet";
import type { Shape } from "./tables/column.js";
import { columnsOf, type TableName } from "./tables/index.js";

type Plain = Extract<Shape, string>;

/** The types in which Parquet stores the plain shapes. */
const plain: Readonly<Record<Plain, Omit<SchemaElement, "name">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  json: { type: "BYTE_ARRAY", converted_type: "JSON" },
  time: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
  count: { type: "INT64" },
  number: { type: "DOUBLE" },
  flag: { type: "BOOLEAN" },
  bytes: { type: "BYTE_ARRAY" },
};

/** The schema of a table, as the end of its files holds it. */
export function schemaOf(table: TableName): SchemaElement[] {
  const columns = Object.entries(columnsOf(table));
  return [
    { name: table, num_children: columns.length },
    ...columns.flatMap(([name, { shape }]) => elementsOf(name, shape)),
  ];
}

function elementsOf(name: string, shape: Shape): SchemaElement[] {
  if (typeof shape === "string") return [{ name, repetition_type: "OPTIONAL", ...plain[shape] }];
  if ("fields" in shape) return group(name, shape.fields);
  // In three levels, as the format asks for.
  return [
    { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    ...group("element", shape.items),
  ];
}

function group(name: string, fields: Readonly<Record<string, { shape: Shape }>>): SchemaElement[] {
  const entries = Object.entries(fields);
  return [
    { name, repetition_type: "OPTIONAL", num_children: entries.length },
    ...entries.flatMap(([field, { shape }]) => elementsOf(field, shape)),
  ];
}

/** The schema by which rows are encoded: JSON is text already, and must not be made JSON again. */
export function encodingOf(schema: readonly SchemaElement[]): SchemaElement[] {
  return schema.map((element) =>
    element.converted_type === "JSON" ? { ...element, converted_type: "UTF8" } : element,
  );
}
