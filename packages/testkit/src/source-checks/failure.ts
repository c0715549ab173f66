import { AssertionError } from "node:assert";
import { messageOf } from "@chatexport/core";

/**
 * What a plugin threw as the failure of a check. Its message says where that was, for not every
 * runner shows the cause.
 */
export function failureFrom(cause: unknown, what: string, advice = ""): AssertionError {
  const place = cause instanceof Error ? placeOf(cause) : undefined;
  const thrown = place === undefined ? messageOf(cause) : `${messageOf(cause)} (at ${place})`;
  const failure = new AssertionError({ message: `${what}: ${thrown}${advice && `. ${advice}`}` });
  failure.cause = cause;
  return failure;
}

/** The file, line and column in the plugin from which it came, or in what the plugin has called. */
function placeOf({ stack = "" }: Error): string | undefined {
  const places = stack
    .split("\n")
    .flatMap((line) => /^ +at (?:.*\(|async )?(.+:\d+:\d+)\)?$/.exec(line)?.[1] ?? [])
    .filter((place) => !place.startsWith("node:"));
  return places.find((place) => !/[\\/]node_modules[\\/]/.test(place)) ?? places[0];
}
