import { setField } from "./json.js";

/** `T` without the fields that are undefined: those that may be become optional. */
export type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * A copy without the fields that are undefined, so that a reader can name every field of an object
 * at once and absent stays absent.
 */
export function present<T extends object>(object: T): Present<T> {
  // A copy, because an object from which V8 deleted a field is slow for the rest of its life.
  const result: { [key: string]: unknown } = {};
  for (const key in object) if (object[key] !== undefined) setField(result, key, object[key]);
  return result as unknown as Present<T>;
}

/** The list, or undefined when it is empty: empty lists are absent in the model. */
export function nonEmpty<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}
