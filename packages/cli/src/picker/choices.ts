import { plural } from "../numbers.js";
import { lastDay, titleOf } from "../session-table.js";
import { colorsFor } from "../terminal/colors.js";
import { type Choice, columnsBesideChoice } from "../terminal/prompts.js";
import { shortPath } from "../terminal/short-path.js";
import { type Column, tableOf } from "../terminal/table.js";
import type { ProjectGroup, ShownSession } from "./project-groups.js";

/** What stands for all choices together. */
export const everything = "all";

const roomForPaths = 60;

/** Each project with its sessions and its last day, after all of them together. */
export function projectChoices(groups: readonly ProjectGroup[]): Choice[] {
  const columns: Column<ProjectGroup>[] = [
    { title: "", share: 0.4, text: nameOf },
    { title: "", text: ({ sessions }) => plural(sessions.length, "session"), align: "right" },
    { title: "", text: ({ newest }) => lastDay(newest.shown) },
  ];
  if (room() >= roomForPaths)
    columns.push({
      title: "",
      text: ({ newest }) => shortPath(newest.shown.project?.path ?? ""),
    });
  return [all(`All ${plural(groups.length, "project")}`), ...choices(groups, columns, textOfGroup)];
}

/** Each session with its day and title, after all of them together. */
export function sessionChoices(sessions: readonly ShownSession[]): Choice[] {
  const names = new Set(sessions.map(({ shown }) => shown.project?.name ?? ""));
  const columns: Column<ShownSession>[] = [
    { title: "", text: ({ shown }) => lastDay(shown) },
    ...(names.size > 1
      ? [
          {
            title: "",
            share: 0.2,
            spare: 1,
            text: ({ shown }: ShownSession) => shown.project?.name ?? "",
          },
        ]
      : []),
    { title: "", text: ({ shown }) => titleOf(shown) },
  ];
  return [all(`All ${plural(sessions.length, "session")}`), ...choices(sessions, columns, textOf)];
}

/** The name of a project as it may be shown. */
export function nameOf({ newest }: ProjectGroup): string {
  return newest.shown.project?.name || "(no project)";
}

function textOfGroup({ newest }: ProjectGroup): string {
  const { name = "", path = "" } = newest.shown.project ?? {};
  return `${name} ${path}`;
}

function textOf({ shown }: ShownSession): string {
  return [shown.id, shown.title, lastDay(shown), shown.project?.name].join(" ");
}

/** Columns of the terminal for a choice. */
function room(): number {
  return (process.stderr.columns || 80) - columnsBesideChoice;
}

function all(label: string): Choice {
  return { value: everything, label };
}

/** A choice for each item, whose value is its place among them. */
function choices<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  textOf: (item: Item) => string,
): Choice[] {
  const style = { columns: room(), colors: colorsFor(process.stderr, false) };
  const [, ...lines] = tableOf(items, columns, style).trimEnd().split("\n");
  return items.map((item, index) => ({
    value: String(index),
    label: lines[index] ?? "",
    text: textOf(item),
  }));
}
