import { lettersOf } from "@chatexport/archive/names";
import { type ListedSession, safeLine } from "@chatexport/core";
import { chosenSources } from "../../host/plugins/choose-plugins.js";
import { idBeginnings } from "../../host/selection/id-beginnings.js";
import { selectSessions } from "../../host/selection/select-sessions.js";
import type { OptionsOf } from "../../options/option-table.js";
import type { ProjectGroup } from "./choices.js";

/** The choices of the user. */
export interface Picked {
  /** The sources, when they are not all of them. */
  from?: string[];
  /** The projects, when they are not all of them. */
  projects?: ProjectGroup[];
  sessions: ListedSession[];
  to: string[];
  out: string;
}

/** The words that export what was picked from all sessions, and no others. */
export async function wordsFor(
  { from, projects, sessions, to, out }: Picked,
  all: readonly ListedSession[],
  options: OptionsOf<"export">,
): Promise<string[]> {
  const inSources = all.filter(({ source }) => !from || from.includes(source.name));
  const choosing = async (project?: string) => {
    const filters = project === undefined ? options : { ...options, project };
    const { sessions: found } = await selectSessions(inSources, filters);
    return isSame(found, sessions);
  };
  const chosen = from ? await chosenSources(options) : [];
  const named = chosen.filter(({ name }) => from?.includes(name));
  const words = named.flatMap(({ word }) => ["--from", word]);
  if (!(await choosing()))
    words.push(...((await projectWords(projects, choosing)) ?? sessionWords(sessions, inSources)));
  if (!isSame(to, options.to ?? ["markdown"])) words.push(...to.flatMap((name) => ["--to", name]));
  if (out !== options.out) words.push("--out", out);
  // With no words, the questions would come again.
  return words.length > 0 ? words : ["export"];
}

/** The words that choose these projects; undefined when there are none that choose no other. */
async function projectWords(
  projects: readonly ProjectGroup[] | undefined,
  isRight: (project: string) => Promise<boolean>,
): Promise<string[] | undefined> {
  if (!projects) return undefined;
  for (const key of ["name", "path"] as const) {
    const values = projects.map(({ newest }) => {
      const value = newest.shown.project?.[key];
      // A masked or unprintable name would not be found again.
      return value === newest.listed.ref.project?.[key] && value === safeLine(value ?? "")
        ? value
        : undefined;
    });
    const pattern = joined(values);
    if (pattern && (await isRight(pattern))) return ["--project", pattern];
  }
  return undefined;
}

/** One glob for all values, which have to be free of what has a meaning there. */
function joined(values: readonly (string | undefined)[]): string | undefined {
  if (values.length === 1) return values[0];
  const isPlain = values.every((value) => value && /^[\p{L}\p{N} ._/-]+$/u.test(value));
  return isPlain ? `{${[...new Set(values)].join(",")}}` : undefined;
}

function sessionWords(sessions: readonly ListedSession[], all: readonly ListedSession[]): string[] {
  const shortId = idBeginnings(all.map(({ ref }) => ref));
  const ids = all.map(({ ref }) => lettersOf(ref.id).toLowerCase());
  return sessions.flatMap(({ ref }) => {
    const short = shortId(ref).toLowerCase();
    const owners = ids.filter((id) => id.startsWith(short) || id.endsWith(short));
    return ["--session", owners.length === 1 ? short : ref.id];
  });
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  const set = new Set(some);
  return set.size === others.length && others.every((other) => set.has(other));
}
