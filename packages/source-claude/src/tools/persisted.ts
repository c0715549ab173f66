import { persistedSpan } from "./persisted-output.js";

/**
 * A text of a tool result with another path of the file that the whole output was put into (2.0.60 and
 * later); undefined when it names none, or `map` gives none.
 */
export function withPersistedPath(
  text: string,
  map: (path: string) => string | undefined,
): string | undefined {
  const span = persistedSpan(text);
  const mapped = span && map(text.slice(span.start, span.end));
  return span && mapped !== undefined
    ? text.slice(0, span.start) + mapped + text.slice(span.end)
    : undefined;
}
