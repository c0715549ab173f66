import { wordsOf } from "../read/lists.js";

/** The fields that a source names without taking them. All others that say something are unknown. */
export interface NamedFields {
  /** In no session, as `droppedFields` makes them. */
  dropped?: DroppedFields;
  /** Kept as they are, because the model has no place for them. */
  kept?: ReadonlySet<string>;
  /** Those that only records have that are left out. */
  leftOut?: ReadonlySet<string>;
  /** Names of keys and tokens: their values, at any depth, are in no session. */
  secret?: RegExp;
}

/**
 * By name, the kind of value that is in no session: "texts" is any value but an object or list, "numbers" a number or
 * flag, "objects" any value. All others are kept.
 */
export interface DroppedFields {
  readonly [name: string]: "texts" | "numbers" | "objects";
}

/** The fields that are in no session: by reason, their names by kind, with spaces between. */
export function droppedFields(
  reasons: Readonly<Record<string, Partial<Record<DroppedFields[string], string>>>>,
): DroppedFields {
  const kinds = Object.values(reasons).flatMap(Object.entries) as [DroppedFields[string], string][];
  return Object.fromEntries(
    kinds.flatMap(([kind, names]) => wordsOf(names).map((name) => [name, kind])),
  );
}
