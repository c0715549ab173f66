import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import {
  attempt,
  objectOf,
  parseJson,
  readTextFile,
  type System,
  textOf,
} from "@chatexport/core/read";
import { headsIn } from "./heads.js";
import { hashOf, isProjectName } from "./project.js";

/** The files of a session in the user's own store: several processes can have written one (0.61.0). */
export function sessionsNamed(id: string, system: System): string[] {
  const projects = join(ownStore(system), "tmp");
  const end = `-${id.slice(0, 8)}`;
  return namesIn(projects).flatMap((project) => {
    const chats = join(projects, project, "chats");
    return namesIn(chats)
      .filter((name) => name.endsWith(`${end}.jsonl`) || name.endsWith(`${end}.json`))
      .map((name) => join(chats, name))
      .filter((path) =>
        attempt(() => headsIn(path, { report() {} }))?.some((head) => head.id === id),
      );
  });
}

/** The path where the tool keeps a session that began at a time in a folder (0.61.0). */
export function sessionPath(
  { id, folder, startedAt }: { id: string; folder: string; startedAt: Date },
  system: System,
): string {
  const minute = startedAt.toISOString().slice(0, 16).replace(":", "-");
  const { place } = projectPlace(folder, system);
  return join(place, "chats", `session-${minute}-${id.slice(0, 8)}.jsonl`);
}

/**
 * The file by which the tool knows a folder of its store as that of a project; undefined where the project has one.
 * Without it, another project of the same name would get that folder (0.61.0).
 */
export function projectMark(
  folder: string,
  system: System,
): { path: string; text: string } | undefined {
  const { place, isNew } = projectPlace(folder, system);
  return isNew ? { path: join(place, mark), text: asTold(folder, system) } : undefined;
}

const mark = ".project_root";

/** The folder that the tool has for a project, or would make for it. */
function projectPlace(folder: string, system: System): { place: string; isNew: boolean } {
  const own = ownStore(system);
  const project = asTold(folder, system);
  const bases = [join(own, "tmp"), join(own, "history")];
  const ownersOf = (name: string) =>
    bases.flatMap((base) => attempt(() => readTextFile(join(base, name, mark)).trim()) ?? []);
  const isOurs = (name: string) => ownersOf(name).every((owner) => owner === project);
  const list = objectOf(parseJson(attempt(() => readTextFile(join(own, "projects.json")))));
  const listed = objectOf(list?.projects) ?? {};
  const known = textOf(listed[project]);
  const marked = bases.flatMap(namesIn).find((name) => ownersOf(name).includes(project));
  const name = known !== undefined && isProjectName(known) && isOurs(known) ? known : marked;
  if (name !== undefined) return { place: join(own, "tmp", name), isNew: false };
  // The tool copies such a folder to its new name when it starts, unless that is there.
  const hashed = join(own, "tmp", hashOf(folder));
  if (existsSync(hashed)) return { place: hashed, isNew: false };
  const taken = new Set(Object.values(listed));
  const slug = slugOf(basename(project));
  let free = slug;
  for (let number = 1; taken.has(free) || !isOurs(free); number++) free = `${slug}-${number}`;
  return { place: join(own, "tmp", free), isNew: true };
}

function slugOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("-") || "project";
}

/** The path of a project as the tool tells it. */
function asTold(folder: string, { platform }: System): string {
  return platform === "win32" ? folder.toLowerCase() : folder;
}

function ownStore({ env, home }: System): string {
  return join(env.GEMINI_CLI_HOME || home, ".gemini");
}

function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder)) ?? [];
}
