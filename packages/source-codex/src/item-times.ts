import type { Json } from "@chatexport/core";
import { textOf, utcTime } from "@chatexport/core/read";

/**
 * The time when the service began an item: its ids of 2025 start with the time in seconds
 * (`msg_68b1ac91…`).
 */
export function timeInId(id: Json | undefined): string | undefined {
  const seconds = /^[a-z]{1,8}_([\da-f]{8})[\da-f]{40}$/.exec(textOf(id) ?? "")?.[1];
  return seconds === undefined ? undefined : utcTime(Number.parseInt(seconds, 16));
}
