import { type Json, type JsonObject, listOf, numberOf, objectOf } from "../json.js";

/** "loose": a time may be any text; "strict": the model may have no other fields. */
export type Rigour = "loose" | "usual" | "strict";

/**
 * Finds the first place where a value is not what the model says: "" for the value itself, else the
 * path of a field in it (".parts[0].status"); undefined when all is right.
 */
export type Check = (value: unknown, rigour: Rigour) => string | undefined;

/**
 * The places in a value that may hold secrets:
 *
 * - "keep": nowhere.
 * - "text": in a string, or in a list of them.
 * - "json": in all strings and all keys.
 * - Fields: in those of an object, or of a list of them; a function chooses them for each object.
 */
export type Mask = "keep" | "text" | "json" | FieldMasks | ((value: never) => Mask);

/**
 * The places in each field of an object that may hold secrets; a field without an entry is treated
 * like JSON.
 */
export interface FieldMasks {
  readonly [field: string]: Mask;
}

/** The JSON Schema of values; what has a name goes into the definitions, to which the schema refers. */
export type SchemaOf = (definitions: Map<string, JsonObject>) => JsonObject;

/** All that is known of the values of a field. */
export interface AnyField {
  readonly check: Check;
  readonly mask: Mask;
  readonly schema: SchemaOf;
}

/** A field whose values have a type. */
export interface Field<T> extends AnyField {
  /** Never there: for the compiler alone. */
  readonly type?: (value: T) => T;
}

/** The fields of a type; of a union, those of all its members. */
export type KeysOf<T> = T extends unknown ? keyof T : never;

/** The values of a field in those members of a union that have it. */
export type Values<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : never) : never;

/** A description of each field of a type: the compiler asks for one when the type has a new field. */
export type FieldsOf<T, Left = never> = {
  readonly [Key in Exclude<KeysOf<T>, Left>]-?: Field<NonNullable<Values<T, Key>>>;
};

/** A text of any wording, which may be empty. */
export const text: Field<string> = that((value) => typeof value === "string", "text", {
  type: "string",
});

/** A text that holds no secret, such as an id. */
export const id: Field<string> = { ...text, mask: "keep" };

/** A number that JSON can hold. */
export const number: Field<number> = that((value) => numberOf(value) !== undefined, "keep", {
  type: "number",
});

/** A number of things, or a place among them. */
export const count: Field<number> = {
  check(value, rigour) {
    const isRight =
      rigour === "strict"
        ? Number.isInteger(value) && Number(value) >= 0
        : numberOf(value) !== undefined;
    return isRight ? undefined : "";
  },
  mask: "keep",
  schema: () => ({ type: "integer", minimum: 0 }),
};

/** True or false. */
export const flag: Field<boolean> = that((value) => typeof value === "boolean", "keep", {
  type: "boolean",
});

/** An object with any fields. */
export const data: Field<JsonObject> = that((value) => objectOf(value) !== undefined, "json", {
  type: "object",
});

/** Any value of JSON. */
export const anything: Field<NonNullable<Json>> = that((value) => value !== undefined, "json");

/** A time in UTC as RFC 3339 writes it. */
export const time: Field<string> = {
  check(value, rigour) {
    const isTime =
      typeof value === "string" &&
      (rigour === "loose" || (/^[\d-]+T[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))));
    return isTime ? undefined : "";
  },
  mask: "keep",
  schema: () => ({
    type: "string",
    pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$",
  }),
};

/** A value for which a condition holds; any value is as its schema says, unless one is given. */
export function that<T>(
  holds: (value: unknown) => boolean,
  mask: Mask = "keep",
  schema: JsonObject = {},
): Field<T> {
  return { check: (value) => (holds(value) ? undefined : ""), mask, schema: () => schema };
}

/** One of a few words: all of the type. */
export function word<const Word extends string>(...words: Word[]): Field<Word> {
  const known: ReadonlySet<unknown> = new Set(words);
  return that(
    (value) => known.has(value),
    "keep",
    words.length > 1 ? { enum: words } : { const: words[0] ?? "" },
  );
}

/** A field that may be absent. */
export function maybe<T>({ check, mask, schema }: Field<T>): Field<T> {
  return {
    check: (value, rigour) => (value === undefined ? undefined : check(value, rigour)),
    mask,
    // An empty list is absent.
    schema(definitions) {
      const { items, ...rest } = schema(definitions);
      return items === undefined ? rest : { ...rest, items, minItems: 1 };
    },
  };
}

/** A list, also an empty one. */
export function list<T>({ check, mask, schema }: Field<T>): Field<T[]> {
  return {
    check(value, rigour) {
      const items = listOf(value);
      if (!items) return "";
      for (let index = 0; index < items.length; index++) {
        const wrong = check(items[index], rigour);
        if (wrong !== undefined) return `[${index}]${wrong}`;
      }
      return undefined;
    },
    mask,
    schema: (definitions) => ({ type: "array", items: schema(definitions) }),
  };
}

/** An object with fields of any name, whose values are alike. */
export function record<T>({ check, schema }: Field<T>): Field<Record<string, T>> {
  return {
    check(value, rigour) {
      const object = objectOf(value);
      if (!object) return "";
      for (const [name, field] of Object.entries(object)) {
        const wrong = check(field, rigour);
        if (wrong !== undefined) return `.${name}${wrong}`;
      }
      return undefined;
    },
    mask: "json",
    schema: (definitions) => ({ type: "object", additionalProperties: schema(definitions) }),
  };
}

/** An object with these fields. */
export function fields<T>(all: FieldsOf<T>): Field<T> {
  const known = Object.entries<AnyField>(all);
  const checks = known.map(([name, { check }]) => ({
    name,
    check,
    isOptional: check(undefined, "loose") === undefined,
  }));
  const masks = Object.fromEntries(known.map(([name, { mask }]) => [name, mask]));
  return {
    check(value, rigour) {
      const object = objectOf(value);
      if (!object) return "";
      for (const { name, check, isOptional } of checks) {
        const field = object[name];
        // Most fields of most values are absent.
        if (isOptional && field === undefined) continue;
        const wrong = check(field, rigour);
        if (wrong !== undefined) return `.${name}${wrong}`;
      }
      const other =
        rigour === "strict" && Object.keys(object).find((name) => !Object.hasOwn(all, name));
      return other ? `.${other}` : undefined;
    },
    mask: Object.values(masks).every((mask) => mask === "keep") ? "keep" : masks,
    schema: (definitions) => ({
      type: "object",
      properties: Object.fromEntries(
        known.map(([name, { schema }]) => [name, schema(definitions)]),
      ),
      required: checks.flatMap(({ name, isOptional }) => (isOptional ? [] : name)),
      additionalProperties: false,
    }),
  };
}

/** An object whose other fields hang on a word in one of them. */
export function variants<T>(key: string, all: ReadonlyMap<unknown, AnyField>): Field<T> {
  return {
    check(value, rigour) {
      const object = objectOf(value);
      if (!object) return "";
      const variant = all.get(object[key]);
      return variant ? variant.check(value, rigour) : `.${key}`;
    },
    mask: (value: JsonObject) => all.get(value[key])?.mask ?? { [key]: "keep" },
    schema: (definitions) => ({
      oneOf: [...new Set(all.values())].map(({ schema }) => schema(definitions)),
    }),
  };
}

/** A field whose schema has a name: that of the type. */
export function named<T>(name: string, { check, mask, schema }: Field<T>): Field<T> {
  return {
    check,
    mask,
    schema(definitions) {
      if (!definitions.has(name)) {
        // A type may hold itself.
        definitions.set(name, {});
        definitions.set(name, schema(definitions));
      }
      return { $ref: `#/$defs/${name}` };
    },
  };
}

/** An object with the fields of a type that has a name. */
export function object<T>(name: string, all: FieldsOf<T>): Field<T> {
  return named(name, fields(all));
}
