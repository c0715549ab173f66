import type { Json, JsonObject } from "@chatexport/core";
import { objectOf, wordsOf } from "@chatexport/core/read";
import { firstText, parsed, without } from "../../values/json-text.js";

/** A tool's return value, out of its wrappers. */
export interface Returned {
  fields: JsonObject;
  /** The wrappers' verdict. */
  isError: boolean;
  isRejected: boolean;
}

const wrappers = ["output", "result", "success", "failure", "error", "rejected"] as const;
const deepest = 6;

/**
 * A tool's return value, without wrappers: `{ success: {…} }`, `{ isError, output }`, `{ result:
 * "<json>" }`.
 */
export function returned(value: Json | undefined): Returned {
  let fields = objectOf(value) ?? {};
  let isFailure = false;
  let isRejected = fields.rejected === true;
  for (let depth = 0; depth < deepest; depth++) {
    const wrapped = wrappers.find((name) => innerOf(fields, name));
    const inner = wrapped && innerOf(fields, wrapped);
    if (!inner) break;
    isFailure ||= wrapped === "failure" || wrapped === "error";
    isRejected ||= wrapped === "rejected" || inner.rejected === true;
    fields = { ...without(fields, wrapped), ...inner };
  }
  const hasError = isFailure || firstText(fields, "error") !== undefined;
  const isError = typeof fields.isError === "boolean" ? fields.isError : hasError;
  return { fields, isError: isError || fields.applyFailed === true, isRejected };
}

const messageNames = wordsOf(`modelVisibleErrorMessage clientVisibleErrorMessage
  actualErrorMessageShownToUser errorMessage message error reason`);

/** The message in `error` of a call: plain, or JSON with one for the model and one for the user. */
export function errorText(error: Json | undefined): string | undefined {
  const value = parsed(error);
  if (typeof value === "string") return value || undefined;
  return firstText(objectOf(value) ?? {}, ...messageNames);
}

// Only `result` is JSON in JSON; what looks like it elsewhere is the text of a file or command.
function innerOf(fields: JsonObject, name: (typeof wrappers)[number]): JsonObject | undefined {
  if (!Object.hasOwn(fields, name)) return undefined;
  return objectOf(name === "result" ? parsed(fields[name]) : fields[name]);
}
