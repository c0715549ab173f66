import { type JsonObject, present } from "@chatexport/core";
import type { OptionRow } from "../../options/option-row.js";
import { isForFiles, isSwitch, longFlag, optionTable } from "../../options/option-table.js";
import { sentence } from "../../terminal/sentence.js";
import type { ListedOption, ListedPlugin } from "../plugins/list-plugins.js";

const manyNumbers = { type: "integer", minimum: 1, maximum: 999_999_999 };

/** The JSON Schema of a file of options: `schemas/config.schema.json`. */
export function configSchema(plugins: readonly ListedPlugin[]): JsonObject {
  const rows = Object.entries<OptionRow>(optionTable).filter(([, row]) => isForFiles(row));
  const properties = Object.fromEntries(
    rows.map(([name, row]): [string, JsonObject] => [
      name,
      row.takes === "setting" ? pluginsSchema(plugins) : optionSchema(row, plugins),
    ]),
  );
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "config.schema.json",
    title: "Options of chatexport",
    description:
      "A file of options, chatexport.config.json: every option by its long name in camel case. Options that a command does not take are ignored there; the command line wins. Paths are relative to the working directory.",
    type: "object",
    properties: {
      $schema: { description: "Where this schema is; chatexport ignores it.", type: "string" },
      ...properties,
    },
    additionalProperties: false,
  };
}

function optionSchema(row: OptionRow, plugins: readonly ListedPlugin[]): JsonObject {
  const { description, repeatable, initial } = row;
  if (isSwitch(row)) {
    const isNegative = longFlag(row).startsWith("--no-");
    const meaning = isNegative ? `false: ${description}` : description;
    return { description: sentence(meaning), type: "boolean", default: isNegative };
  }
  const word = row.takes === "count" ? manyNumbers : { type: "string", ...wordsOf(row, plugins) };
  return {
    description: sentence(description),
    ...(repeatable ? oneOrMore(word) : word),
    ...present({ default: initial }),
  };
}

/** The words that are allowed, or those that come with the program. */
function wordsOf(
  { values, takes, parse }: OptionRow,
  plugins: readonly ListedPlugin[],
): JsonObject {
  if (values) return parse ? { examples: [...values] } : { enum: [...values] };
  if (takes !== "source" && takes !== "sink") return {};
  return { examples: plugins.filter(({ kind }) => kind === takes).map(({ name }) => name) };
}

function pluginsSchema(plugins: readonly ListedPlugin[]): JsonObject {
  const names = [...new Set(plugins.map(({ name }) => name))].sort();
  const settings = ["string", "number", "boolean"].map((type) => ({ type }));
  return {
    description: "Options of sources, of sinks and of redact, by the names of these.",
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => [name, pluginSchema(plugins.filter((plugin) => plugin.name === name))]),
    ),
    additionalProperties: {
      description: "Options of a plugin that does not come with chatexport.",
      type: "object",
      additionalProperties: { anyOf: [...settings, { type: "array", items: { type: "string" } }] },
    },
  };
}

/** The options of all plugins with the same name: `jsonl` is a source and a sink. */
function pluginSchema(namesakes: readonly ListedPlugin[]): JsonObject {
  const options = namesakes.flatMap((plugin) => plugin.options ?? []);
  return {
    description: sentence(namesakes.map(({ description }) => description).join("; ")),
    type: "object",
    properties: Object.fromEntries(options.map((option) => [option.key, settingSchema(option)])),
    additionalProperties: false,
  };
}

function settingSchema({ type, values, multiple, description }: ListedOption): JsonObject {
  if (type === "unified") return { description: sentence(description), ...modulesSchema };
  const word = { type, ...(values && { enum: [...values] }) };
  return { description: sentence(description), ...(multiple ? oneOrMore(word) : word) };
}

const moduleName = { description: "A package, or a file from here: ./mine.mjs.", type: "string" };

/** Modules of plugins, each alone or with its options. */
const modulesSchema: JsonObject = {
  type: "array",
  items: {
    anyOf: [
      moduleName,
      {
        type: "array",
        prefixItems: [moduleName, { description: "Its options.", type: "object" }],
        items: false,
        minItems: 2,
      },
    ],
  },
};

function oneOrMore(word: JsonObject): JsonObject {
  return { anyOf: [word, { type: "array", items: word, minItems: 1 }] };
}
