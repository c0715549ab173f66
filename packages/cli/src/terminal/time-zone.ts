import { nearestWord, usageError } from "./cli-error.js";

/**
 * The name of a time zone; `local` is the one of this machine, whose name an archive remembers. Throws a
 * usage error for any other word.
 */
export function parseTimezone(word: string): string {
  if (word === "local") return machineZone();
  try {
    return Intl.DateTimeFormat("en", { timeZone: word }).resolvedOptions().timeZone;
  } catch {
    const names = Intl.supportedValuesOf("timeZone");
    const city = `/${word.toLowerCase()}`;
    const nearest =
      names.find((name) => name.toLowerCase().endsWith(city)) ?? nearestWord(word, names);
    const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
    throw usageError(
      `'${word}' is not a time zone; write UTC, local, or a name such as Europe/Zurich.${hint}`,
    );
  }
}

/** The zone of the days and times that a person sees or means: the one they named, or that of this machine. */
export function zoneOf({ timezone }: { timezone?: string }): string {
  return timezone ?? machineZone();
}

/** The time zone of this machine, as IANA names it; UTC where the system names none. */
export function machineZone(): string {
  // Undefined or unknown for a TZ that names none.
  const { timeZone }: { timeZone?: string } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone === undefined || timeZone === "Etc/Unknown" ? "UTC" : timeZone;
}
