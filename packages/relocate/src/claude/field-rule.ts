import type { Rule } from "../json/edit-json.js";
import { fieldTest } from "../json/fields.js";
import type { Changes } from "./changes.js";

/** Fields of one kind, and what becomes of the strings in them. */
export interface FieldKind {
  /** Patterns as `fieldTest` has them. */
  fields: readonly string[];
  /** The names that are meant, not the values. */
  areNames?: boolean;
  /** Fields that are left alone although a pattern has them. */
  except?(path: readonly (string | number)[]): boolean;
  replace(text: string): string | undefined;
  /** Of a text that holds a path the path, for those who review the change. */
  shown?(text: string): string;
}

/** A rule that replaces strings in fields of some kinds, and notes what changes. */
export function fieldRule(kinds: readonly FieldKind[], changes: Changes): Rule {
  const tests = kinds.flatMap((kind) =>
    kind.fields.map((field) => ({
      ...kind,
      label: field.replace("**.", ""),
      matches: fieldTest([field]),
    })),
  );
  return (path, isName) => {
    const found = tests.find(
      ({ areNames = false, matches, except }) =>
        areNames === isName && matches(path) && !except?.(path),
    );
    return (
      found &&
      ((text) => {
        const replaced = found.replace(text);
        const { shown = (value) => value } = found;
        if (replaced !== undefined && replaced !== text)
          changes.add(found.label, shown(text), shown(replaced));
        return replaced;
      })
    );
  };
}
