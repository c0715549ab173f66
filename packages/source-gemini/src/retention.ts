import { join } from "node:path";
import { errorCode, type Retention } from "@chatexport/core";
import { objectOf, parseJson, readTextFile, textOf } from "@chatexport/core/read";

const days = { h: 1 / 24, d: 1, w: 7, m: 30 } as const;
const usual = "30d";
const setting = '"general": { "sessionRetention": { "maxAge": "3650d" } }';
const rest = "It deletes those of a project when it starts there, and files that it cannot read.";

/** For how long the tool keeps sessions, by the settings in its folder; undefined where it keeps all. */
export function retentionIn(folder: string): Retention | undefined {
  const path = join(folder, "settings.json");
  const text = readSettings(path);
  const known = { setting: { text: setting, path } };
  if (text === undefined) return { days: 30, doubt: rest, ...known };
  const settings = objectOf(parseJson(text));
  if (!settings)
    return { days: 30, path, doubt: "The settings file cannot be read as JSON.", ...known };
  const told = objectOf(objectOf(settings.general)?.sessionRetention);
  if (told?.enabled === false) return undefined;
  const age = textOf(told?.maxAge);
  const [, count, unit] = /^(\d{1,6})([hdwm])$/.exec(age ?? usual) ?? [];
  // The tool deletes nothing by an age that it does not understand.
  if (count === undefined) return undefined;
  const kept = Number(count) * days[unit as keyof typeof days];
  return { days: kept, ...(age !== undefined && { path }), doubt: rest, ...known };
}

function readSettings(path: string): string | undefined {
  try {
    return readTextFile(path);
  } catch (cause) {
    return errorCode(cause) === "ENOENT" ? undefined : "";
  }
}
