import { type Pattern, PatternError, patternOf } from "@chatexport/search-index";
import { usageError } from "../../terminal/cli-error.js";

/** Reads what the user wrote, as `patternOf` does; `place` names the option. Throws a usage error. */
export function givenPattern(source: string, place: string): Pattern {
  try {
    return patternOf(source, place);
  } catch (cause) {
    throw cause instanceof PatternError ? usageError(cause.message) : cause;
  }
}
