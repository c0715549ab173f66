import type { Json, JsonObject } from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";
import { parsed } from "../../values/json-text.js";
import { fieldsOf, pathFrom } from "../fields.js";
import { isTodoList } from "./tool-kinds.js";

// Nothing of Cursor's is nested deeper.
const deepest = 50;

/**
 * The texts of a result that occur nowhere in what was made of it; numbers and flags only count and
 * place these.
 */
export function unshown(value: Json | undefined, made: object): Json | undefined {
  return leftIn(value, new Shown(made), 0);
}

function leftIn(value: Json | undefined, shown: Shown, depth: number): Json | undefined {
  if (depth > deepest) return value;
  if (typeof value === "string") {
    if (shown.has(value)) return undefined;
    const inner = parsed(value);
    return inner === value ? value : leftIn(inner, shown, depth + 1);
  }
  // Its words for a status are others.
  if (value !== undefined && isTodoList(value)) return undefined;
  const list = listOf(value)?.map((item) => leftIn(item, shown, depth + 1) ?? null);
  if (list) return list.some((item) => item !== null) ? list : undefined;
  const object = objectOf(value);
  if (!object) return undefined;
  const left: [string, Json][] = [];
  for (const [name, field] of Object.entries(withoutPath(object, shown))) {
    const inner = leftIn(field, shown, depth + 1);
    if (inner !== undefined) left.push([name, inner]);
  }
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/** A URI says the same path in several ways. */
function withoutPath(object: JsonObject, shown: Shown): JsonObject {
  if (object.fsPath === undefined && object.external === undefined) return object;
  const fields = fieldsOf({ uri: object });
  const path = pathFrom(fields, "uri");
  return path !== undefined && shown.has(path) ? (objectOf(fields.rest()?.uri) ?? {}) : object;
}

/** All texts in a value. */
class Shown {
  readonly #texts = new Set<string>();
  #text: string | undefined;
  #at = 0;

  constructor(value: object) {
    this.#add(value);
  }

  /** True when all lines of a text are there, with or without the marks of a diff. */
  has(text: string): boolean {
    if (text === "" || this.#texts.has(text)) return true;
    this.#text ??= [...this.#texts].join("\n");
    return text.split("\n").every((line) => {
      const words = line.trim();
      return words.startsWith("@@") || this.#finds(words) || this.#finds(words.slice(1));
    });
  }

  /** Texts that a result has in an order are mostly shown in this order. */
  #finds(words: string): boolean {
    const ahead = this.#text?.indexOf(words, this.#at) ?? -1;
    if (ahead !== -1) this.#at = ahead;
    return ahead !== -1 || this.#text?.includes(words) === true;
  }

  #add(value: unknown, depth = 0): void {
    if (typeof value === "string") this.#texts.add(value);
    else if (typeof value === "object" && value !== null && depth < deepest)
      for (const item of Object.values(value)) this.#add(item, depth + 1);
  }
}
