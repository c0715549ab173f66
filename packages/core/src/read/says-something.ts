import type { Json } from "../json.js";

/** True when a value is more than a way to say that there is nothing: null, false, and what is empty. */
export function saysSomething(value: Json | undefined): value is Json {
  if (value === undefined || value === null || value === "" || value === false) return false;
  if (typeof value !== "object") return true;
  for (const _ in value) return true;
  return false;
}
