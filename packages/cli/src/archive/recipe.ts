import { createHash } from "node:crypto";
import { schemaVersion } from "@chatexport/core";

/** A plugin as far as the documents made with it depend on it. */
export interface Ingredient {
  name: string;
  /** Of its package. */
  version: string;
  /** As they were given to it, without the places to read. */
  options: Readonly<Record<string, unknown>>;
}

/** What a document is made with; another recipe may give another document. */
export function recipeOf(...ingredients: readonly Ingredient[]): string {
  const parts = ingredients.map(({ name, version, options }) => [
    name,
    version,
    Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  return shortHash(JSON.stringify([schemaVersion, ...parts]));
}

/** A short name for a text. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
