import { type JsonObject, listOf, numberOf, textOf } from "../json.js";
import type { FileLocation } from "../model.js";
import { remembered, wordsOf } from "../read/lists.js";

/** Names of arguments by what they hold: of several, as in "path file_path", the first that fits is taken. */
export type ArgumentNames<Field extends string> = { readonly [Name in Field]?: string | undefined };

/** Takes the first of some arguments from which `make` makes something. */
export function taken<Value>(
  input: JsonObject,
  names: string | undefined,
  make: (value: unknown) => Value | undefined,
): Value | undefined {
  for (const name of namesIn(names ?? "")) {
    const value = make(input[name]);
    if (value !== undefined) return value;
  }
  return undefined;
}

const namesIn = remembered((names: string) => wordsOf(names));

/** Takes texts with at least one character, in the order of their names. */
export function textsIn<Field extends string>(
  input: JsonObject,
  names: ArgumentNames<Field>,
): { [Name in Field]?: string } {
  const texts: { [Name in Field]?: string } = {};
  for (const field in names) {
    const text = taken(input, names[field], textOf);
    if (text !== undefined) texts[field] = text;
  }
  return texts;
}

/** Takes a place in files. The line is a number from 1 on, or a list that begins with it. */
export function locationsIn(
  input: JsonObject,
  names: ArgumentNames<"path" | "line">,
): FileLocation[] | undefined {
  const path = taken(input, names.path, textOf);
  const line = taken(input, names.line, lineOf);
  return path === undefined ? undefined : [line === undefined ? { path } : { path, line }];
}

function lineOf(value: unknown): number | undefined {
  const line = numberOf(listOf(value)?.[0] ?? value);
  return line !== undefined && line >= 1 ? line : undefined;
}
