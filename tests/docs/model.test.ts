import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type JsonObject, schemaVersion as version } from "@chatexport/core";
import { modelSchemas } from "@chatexport/core/fields";
import { listOf, objectOf } from "@chatexport/core/read";
import { expect, test } from "vitest";
import { typeComments } from "./support/model-types.js";

/*
 * The types of the model say what each field means, and the table of fields what it may hold. All other
 * pages and schemas are made of these. After a change: npx vitest run tests/docs/model.test.ts -u
 */

const place = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

interface ObjectSchema extends JsonObject {
  properties: Record<string, JsonObject>;
  required: string[];
}

/** The schemas of the types, with what their comments say. */
const schemas = new Map(
  [...modelSchemas()].map(([name, schema]): [string, JsonObject] => {
    const { comment, fields } = typeComments.get(name) ?? expect.fail(`There is no type ${name}.`);
    const properties = Object.entries(objectOf(schema.properties) ?? {}).map(([name, property]) => [
      name,
      { ...described(fields.get(name)), ...objectOf(property) },
    ]);
    const all = schema.properties && { properties: Object.fromEntries(properties) };
    return [name, { ...described(comment), ...schema, ...all }];
  }),
);

function described(comment = ""): JsonObject {
  return comment === "" ? {} : { description: comment };
}

function schemaOf(name: string): ObjectSchema {
  return (schemas.get(name) ?? expect.fail(`There is no type ${name}.`)) as ObjectSchema;
}

function without(schema: ObjectSchema, ...names: string[]): ObjectSchema {
  const isLeft = (name: string) => !names.includes(name);
  const properties = Object.entries(schema.properties).filter(([name]) => isLeft(name));
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: schema.required.filter(isLeft),
  };
}

const draft = "https://json-schema.org/draft/2020-12/schema";
const whole = { type: "integer", minimum: 0 };

function lineSchema(type: string, properties: JsonObject, ...required: string[]): JsonObject {
  return {
    type: "object",
    properties: { type: { const: type }, ...properties },
    required: ["type", ...required],
    additionalProperties: false,
  };
}

test("the schema of JSON Lines is that of the model", async () => {
  const { schemaVersion = {} } = schemaOf("Session").properties;
  const lines = {
    SessionLine: lineSchema(
      "session",
      {
        schemaVersion,
        depth: {
          description: "How deep the session is embedded; absent for the first one.",
          ...whole,
          minimum: 1,
        },
        session: { $ref: "#/$defs/Session" },
      },
      ...["schemaVersion", "session"],
    ),
    MessageLine: lineSchema(
      "message",
      {
        branch: { description: "Id of the branch; absent on the active branch.", type: "string" },
        message: { $ref: "#/$defs/Message" },
      },
      "message",
    ),
    EndLine: lineSchema(
      "end",
      {
        messages: {
          description: "Messages of the session, all branches included, its sub-agents not.",
          ...whole,
        },
      },
      "messages",
    ),
  };
  const schema = {
    $schema: draft,
    // By this name other schemas refer to it; the version is that of the lines.
    $id: `urn:chatexport:jsonl:${version}`,
    title: "A line of a chatexport JSONL file",
    description:
      "A document holds one session: its line, its messages, its sub-agents in the same way with a greater depth, and an end. Times are RFC 3339 in UTC, usage is tokens.",
    oneOf: Object.keys(lines).map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: {
      ...lines,
      ...Object.fromEntries(schemas),
      Session: without(schemaOf("Session"), "messages", "subagents"),
      Branch: without(schemaOf("Branch"), "messages"),
    },
  };
  await expect(json(schema)).toMatchFileSnapshot(place("packages/sink-jsonl/schema.json"));
});

test("the schema of show --json is that of the model", async () => {
  const schema = {
    $schema: draft,
    $id: "show.schema.json",
    title: "What chatexport show --json prints",
    description:
      "A session with everything in it, secrets masked. What is not known is absent. Times are RFC 3339 in UTC, usage is tokens.",
    $ref: "#/$defs/Session",
    $defs: Object.fromEntries(schemas),
  };
  await expect(json(schema)).toMatchFileSnapshot(place("packages/cli/schemas/show.schema.json"));
});

function json(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The list of the fields of a type. */
const list = /(?:^- `\w+`.*\n)+/m;

test("docs/model.md has the fields of each type, and what they mean", async () => {
  const path = place("docs/model.md");
  const page = readFileSync(path, "utf8");
  const tables = new Map([...typeComments].filter(([, { fields }]) => fields.size > 0));
  expect(tables.size).toBeGreaterThan(25);
  const sections = page.split(/^(?=#+ )/m);
  for (const name of tables.keys())
    expect(
      sections.some((section) => section.startsWith(`${heading(section)}${name}\n`)),
      name,
    ).toBe(true);
  const renewed = sections.map((section) => {
    const name = section.slice(heading(section).length).split("\n", 1)[0] ?? "";
    const comments = tables.get(name)?.fields;
    if (!comments) return section;
    expect(section, name).toMatch(list);
    // Most types have vendor data, which a rule explains.
    const told = [...comments].filter(([field, comment]) => field !== "native" || comment !== "");
    const lines = told.map(
      ([field, comment]) => `- \`${field}\`${meaning(name, field, comment)}\n`,
    );
    return section.replace(list, () => lines.join(""));
  });
  await expect(renewed.join("")).toMatchFileSnapshot(path);
});

test("docs/formats/fields.md names fields that the types have", () => {
  const page = readFileSync(place("docs/formats/fields.md"), "utf8");
  const sections = [...page.matchAll(/^## (\w+)\n\n\| Field .*?(?=^## )/gms)];
  expect(sections.length).toBeGreaterThan(25);
  for (const [section, name = ""] of sections)
    for (const [, field = ""] of section.matchAll(/^\| `(\w+)` \|/gm))
      expect(typeComments.get(name)?.fields.has(field), `${name}.${field}`).toBe(true);
});

function heading(section: string): string {
  return /^#* ?/.exec(section)?.[0] ?? "";
}

/** The comment on a field, the words that it may hold, or the type of its values. */
function meaning(type: string, field: string, comment: string): string {
  const schema =
    objectOf(
      objectOf(schemas.get(type === "ToolCallBase" ? "PlainCall" : type)?.properties)?.[field],
    ) ?? {};
  const about = comment.replace(/\.$/, "");
  const values = schema.const === undefined ? listOf(schema.enum) : [schema.const];
  const words = (values ?? []).map((value) => `\`${String(value)}\``);
  const list = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(words);
  const [, other] =
    /\/(\w+)$/.exec(String(schema.$ref ?? objectOf(schema.items)?.$ref ?? "")) ?? [];
  const link = other && `See [${other}](#${other.toLowerCase()})`;
  const said = [about, list].filter((text) => text !== "").join("; ") || link;
  return said ? `: ${said}` : "";
}
