import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

/** The folder of the schemas. */
export const schemas = new URL("../schemas/", import.meta.url);
const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  formats: { "date-time": isTime },
});
for (const name of readdirSync(schemas)) {
  ajv.addSchema(JSON.parse(readFileSync(new URL(name, schemas), "utf8")), name);
}

/** Expects that a value is as a schema in `schemas/` says, which its file name without end names. */
export function expectValid(name: string, value: unknown): void {
  const validate = ajv.getSchema(`${name}.schema.json`);
  if (!validate) throw new Error(`There is no schemas/${name}.schema.json.`);
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
}

function isTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}
