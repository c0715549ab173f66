import { listOf, numberOf, objectOf } from "../json.js";

/**
 * Finds the first place where a value is not what the model says: "" for the value itself, else the
 * path of a field in it (".parts[0].status"); undefined when all is right.
 */
export type FieldCheck = (value: unknown, rigour: Rigour) => string | undefined;

/** "loose": a time may be any text; "strict": the model may have no other fields. */
export type Rigour = "loose" | "usual" | "strict";

type KeysOf<T> = T extends unknown ? keyof T : never;

/** A check for each field of a type; of a union, for the fields of all its members. */
export type FieldChecks<T> = { readonly [Key in KeysOf<T>]-?: FieldCheck };

/** Any value at all. */
export const anything: FieldCheck = () => undefined;

/** A text, which may be empty. */
export const text = that((value) => typeof value === "string");

/** A number that JSON can hold. */
export const number = that((value) => numberOf(value) !== undefined);

/** True or false. */
export const flag = that((value) => typeof value === "boolean");

/** An object with any fields. */
export const data = that((value) => objectOf(value) !== undefined);

/** A time in UTC as RFC 3339 writes it. */
export const time: FieldCheck = (value, rigour) => {
  const isTime =
    typeof value === "string" &&
    (rigour === "loose" || (/^[\d-]+T[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))));
  return isTime ? undefined : "";
};

/** A value for which a condition holds. */
export function that(holds: (value: unknown) => boolean): FieldCheck {
  return (value) => (holds(value) ? undefined : "");
}

/** A field that may be absent. */
export function maybe(check: FieldCheck): FieldCheck {
  return (value, rigour) => (value === undefined ? undefined : check(value, rigour));
}

/** A list, also an empty one. */
export function list(check: FieldCheck): FieldCheck {
  return (value, rigour) => {
    const items = listOf(value);
    if (!items) return "";
    for (let index = 0; index < items.length; index++) {
      const wrong = check(items[index], rigour);
      if (wrong !== undefined) return `[${index}]${wrong}`;
    }
    return undefined;
  };
}

/** An object with fields of any name, whose values are alike. */
export function record(check: FieldCheck): FieldCheck {
  return (value, rigour) => {
    const object = objectOf(value);
    if (!object) return "";
    for (const [name, field] of Object.entries(object)) {
      const wrong = check(field, rigour);
      if (wrong !== undefined) return `.${name}${wrong}`;
    }
    return undefined;
  };
}

/** One of a few words. */
export function word<Word extends string>(words: Readonly<Record<Word, true>>): FieldCheck {
  const known: ReadonlyMap<unknown, boolean> = new Map(Object.entries<true>(words));
  return that((value) => known.get(value) === true);
}

/** An object with these fields. */
export function fields(checks: Readonly<Record<string, FieldCheck>>): FieldCheck {
  const all = Object.entries(checks).map(([name, check]) => ({
    name,
    check,
    isOptional: check(undefined, "loose") === undefined,
  }));
  return (value, rigour) => {
    const object = objectOf(value);
    if (!object) return "";
    for (const { name, check, isOptional } of all) {
      const field = object[name];
      // Most fields of most values are absent.
      if (isOptional && field === undefined) continue;
      const wrong = check(field, rigour);
      if (wrong !== undefined) return `.${name}${wrong}`;
    }
    const other =
      rigour === "strict" && Object.keys(object).find((name) => !Object.hasOwn(checks, name));
    return other ? `.${other}` : undefined;
  };
}
