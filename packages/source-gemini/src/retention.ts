import { join } from "node:path";
import type { Retention } from "@chatexport/core";
import { attempt, objectOf, parseJson, readTextFile, textOf } from "@chatexport/core/read";
import { ownFolder } from "./project.js";

const days = { h: 1 / 24, d: 1, w: 7, m: 30 } as const;
const setting = '"general": { "sessionRetention": { "maxAge": "3650d" } }';
const doubt = "It deletes those of a project when it starts there, and files that it cannot read.";

/** For how long the tool keeps sessions, by its settings; undefined where it keeps all, or none are there. */
export function retentionAt(place: string): Retention | undefined {
  const own = ownFolder(place);
  if (own === undefined) return undefined;
  const path = join(own, "settings.json");
  const settings = objectOf(parseJson(attempt(() => readTextFile(path))));
  const told = objectOf(objectOf(settings?.general)?.sessionRetention);
  const age = textOf(told?.maxAge);
  const [, count, unit] = /^(\d{1,6})([hdwm])$/.exec(age ?? "30d") ?? [];
  // The tool deletes nothing by an age that it does not understand.
  if (told?.enabled === false || count === undefined) return undefined;
  const kept = Number(count) * days[unit as keyof typeof days];
  const short = kept < 365 && { doubt, setting: { text: setting, path } };
  return { days: kept, ...(age && { path }), ...short };
}
