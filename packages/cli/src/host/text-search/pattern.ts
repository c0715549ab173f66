import { alternativesOf, type Pattern, PatternError, patternOf } from "@chatexport/search-index";
import { usageError } from "../../terminal/cli-error.js";

/** Reads what the user wrote, as `patternOf` does; `place` names the option. Throws a usage error. */
export function givenPattern(source: string, place: string): Pattern {
  return given(() => patternOf(source, place));
}

/** Reads what the user wrote as several words, as `alternativesOf` does. Throws a usage error. */
export function givenAlternatives(words: readonly string[], place: string): Pattern[][] {
  return given(() => alternativesOf(words, place));
}

function given<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof PatternError ? usageError(cause.message) : cause;
  }
}
