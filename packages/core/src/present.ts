import { setField } from "./json.js";

/** `T` in which every optional field may also be undefined. */
export type Loose<T> = T extends unknown
  ? { [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] }
  : never;

/**
 * A copy without the fields that are undefined, so that a reader can name every field of an object
 * at once and absent stays absent. The type comes from where the object is used: a field that it
 * does not have is an error.
 */
export function present<T extends object>(object: NoInfer<Loose<T>>): T {
  // A copy, because an object from which V8 deleted a field is slow for the rest of its life.
  const result: { [key: string]: unknown } = {};
  for (const key in object) if (object[key] !== undefined) setField(result, key, object[key]);
  return result as T;
}

/** `T` without the fields that are undefined: those that may be become optional. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** As `present`, for fields that are spread into an object: the type is that of the fields given. */
export function defined<T extends object>(fields: T): Defined<T> {
  return present<Defined<T>>(fields as never);
}

/** The list, or undefined when it is empty: empty lists are absent in the model. */
export function nonEmpty<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}
