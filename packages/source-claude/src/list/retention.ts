import { join } from "node:path";
import { errorCode, type Retention, type SourceOptions } from "@chatexport/core";
import {
  objectOf,
  parseJson,
  readTextFile,
  remembered,
  type System,
  thisSystem,
} from "@chatexport/core/read";
import type { TranscriptFile } from "../locate/contents.js";
import { isOfDesktop } from "../locate/desktop-app.js";

/** For how long the tool keeps what lies in a config folder; undefined where it is not known. */
export type RetentionOf = (configFolder: string) => Retention | undefined;

/** The setting, in days; seen since 1.0. */
const key = "cleanupPeriodDays";
const defaultDays = 30;
const setting = `"${key}": 3650`;

/**
 * Looks retentions up, each once, in the administrator's files and those of the config folder. The
 * desktop app keeps the sessions of Cowork for a time of its own.
 */
export function retentions(managed: readonly string[]): RetentionOf {
  return remembered((folder) => (isOfDesktop(folder) ? undefined : retentionIn(folder, managed)));
}

function retentionIn(folder: string, managed: readonly string[]): Retention {
  for (const path of managed) {
    const found = settingIn(path);
    // An administrator's settings win over all others, and a user cannot change them.
    if (found) return found;
  }
  const path = join(folder, "settings.json");
  const user = settingIn(path) ?? { days: defaultDays };
  // Counts only where the tool is started in the home folder; what it deletes there is gone for all.
  const local = settingIn(join(folder, "settings.local.json"));
  const shortest = local && local.days < user.days ? local : user;
  return { ...shortest, setting: { text: setting, path: shortest.path ?? path } };
}

/** The retention that a settings file sets; undefined when it sets none, or there is no file. */
function settingIn(path: string): Retention | undefined {
  const unreadable = {
    days: defaultDays,
    path,
    doubt: "The settings file cannot be read as JSON.",
  };
  let text: string;
  try {
    text = readTextFile(path);
  } catch (cause) {
    return errorCode(cause) === "ENOENT" ? undefined : unreadable;
  }
  // An empty file was made and not filled yet.
  if (text.trim() === "") return undefined;
  const settings = objectOf(parseJson(text));
  if (!settings) return unreadable;
  const days = settings[key];
  if (days === undefined) return undefined;
  if (days === 0) return { days, path, doubt: zero };
  if (typeof days === "number" && days > 0) return { days, path };
  return { days: defaultDays, path, doubt: `${key} is not a number of days there.` };
}

/** 2.1.89 began to refuse it. */
const zero = `${key} is 0: new versions refuse that, and before 2.1.89 the tool deleted all transcripts when it started and wrote no new ones.`;

const fileName = "managed-settings.json";

/** The files of an administrator; none with a home or roots, which may be of another machine. */
export function managedSettings(
  { home, roots }: SourceOptions,
  { platform, env, root }: System = thisSystem(),
): string[] {
  if (home !== undefined || roots) return [];
  if (platform === "darwin")
    return [join(root, "Library", "Application Support", "ClaudeCode", fileName)];
  if (platform !== "win32") return [join(root, "etc", "claude-code", fileName)];
  // The second one until the end of 2025.
  return [env.ProgramFiles ?? "C:\\Program Files", env.ProgramData ?? "C:\\ProgramData"].map(
    (folder) => join(folder, "ClaudeCode", fileName),
  );
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** The last year that RFC 3339 can write. */
const latest = Date.parse("9999-12-31T23:59:59Z");

/** The time when the tool will delete a transcript, at its next start. With 0 days versions differ. */
export function expiryOf(
  { configFolder, modified }: TranscriptFile,
  retentionOf: RetentionOf,
): string | undefined {
  const days = configFolder === undefined ? undefined : retentionOf(configFolder)?.days;
  if (!days) return undefined;
  const time = modified + days * dayMilliseconds;
  return time > latest ? undefined : new Date(time).toISOString();
}
