import type { ListedSession, SessionRef } from "@chatexport/core";
import { toolOf } from "@chatexport/document";
import { type Column, plural, tableOf } from "@chatexport/sink-terminal/format";
import { shortPath } from "../../host/files/paths.js";
import { composed } from "../../host/selection/project-filter.js";
import { type Choice, columnsBesideChoice } from "../../terminal/prompts.js";
import { lastDay, titleOf } from "../../terminal/session-table.js";
import { colorsFor } from "../../terminal/text-style.js";

/** The value of the choice of everything. */
export const everything = "all";

const roomForPaths = 60;

/** Each source with its sessions and its last day, after all of them together. */
export function sourceChoices(
  names: readonly string[],
  sessions: readonly ShownSession[],
): Choice[] {
  const ownOf = (name: string) => sessions.filter(({ listed }) => listed.source.name === name);
  const columns: Column<string>[] = [
    { title: "", share: 0.4, text: toolOf },
    { title: "", text: (name) => plural(ownOf(name).length, "session"), align: "right" },
    {
      title: "",
      text: (name) =>
        ownOf(name)
          .slice(0, 1)
          .map(({ shown }) => lastDay(shown))
          .join(),
    },
  ];
  const textOf = (name: string) => `${name} ${toolOf(name)}`;
  return [all(`All ${plural(names.length, "source")}`), ...choices(names, columns, textOf)];
}

/** Each project with its sessions and its last day, after all of them together. */
export function projectChoices(groups: readonly ProjectGroup[]): Choice[] {
  const pathOf = ({ newest }: ProjectGroup) => newest.shown.project?.path ?? "";
  const columns: (Column<ProjectGroup> | false)[] = [
    { title: "", share: 0.4, text: nameOf },
    { title: "", text: ({ sessions }) => plural(sessions.length, "session"), align: "right" },
    { title: "", text: ({ newest }) => lastDay(newest.shown) },
    room() >= roomForPaths && { title: "", text: (group) => shortPath(pathOf(group)) },
  ];
  const textOf = (group: ProjectGroup) =>
    `${group.newest.shown.project?.name ?? ""} ${pathOf(group)}`;
  return [all(`All ${plural(groups.length, "project")}`), ...choices(groups, columns, textOf)];
}

/** Each session with its day and title, after all of them together. */
export function sessionChoices(sessions: readonly ShownSession[]): Choice[] {
  const projectOf = ({ shown }: ShownSession) => shown.project?.name ?? "";
  const columns: (Column<ShownSession> | false)[] = [
    { title: "", text: ({ shown }) => lastDay(shown) },
    new Set(sessions.map(projectOf)).size > 1 && {
      title: "",
      share: 0.2,
      spare: 1,
      text: projectOf,
    },
    { title: "", text: ({ shown }) => titleOf(shown) },
  ];
  const textOf = ({ shown }: ShownSession) =>
    [shown.id, shown.title, lastDay(shown), shown.project?.name].join(" ");
  return [all(`All ${plural(sessions.length, "session")}`), ...choices(sessions, columns, textOf)];
}

/** The name of a project as it may be shown. */
export function nameOf({ newest }: ProjectGroup): string {
  return newest.shown.project?.name || "(no project)";
}

function room(): number {
  return (process.stderr.columns || 80) - columnsBesideChoice;
}

function all(label: string): Choice {
  return { value: everything, label };
}

/** A choice for each item, whose value is its place among them. */
function choices<Item>(
  items: readonly Item[],
  columns: readonly (Column<Item> | false)[],
  textOf: (item: Item) => string,
): Choice[] {
  const style = { columns: room(), colors: colorsFor(process.stderr, false) };
  const shown = columns.filter((column) => column !== false);
  const [, ...lines] = tableOf(items, shown, style).trimEnd().split("\n");
  return items.map((item, index) => ({
    value: String(index),
    label: lines[index] ?? "",
    text: textOf(item),
  }));
}

/** A session with what may be shown of it. */
export interface ShownSession {
  listed: ListedSession;
  /** With its secrets masked. */
  shown: SessionRef;
}

/** The sessions of a project, newest first. */
export interface ProjectGroup {
  newest: ShownSession;
  sessions: ShownSession[];
}

/** The sessions by project, those projects first that were worked on last. */
export function groupByProject(sessions: readonly ShownSession[]): ProjectGroup[] {
  const groups = new Map<string, ProjectGroup>();
  for (const session of sessions) {
    const { path, uri, name = "" } = session.listed.ref.project ?? {};
    const key = composed(path ?? uri ?? name);
    const group = groups.get(key);
    if (group) group.sessions.push(session);
    else groups.set(key, { newest: session, sessions: [session] });
  }
  return [...groups.values()];
}
