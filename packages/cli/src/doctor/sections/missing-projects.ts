import { formatCount, plural } from "../../numbers.js";
import type { DoctorOptions } from "../../options.js";
import { commandLine } from "../../own-command-line.js";
import type { Page } from "../../terminal/page.js";
import type { Findings } from "../findings.js";

const mostShown = 5;

/** Projects whose folders are not there, so that their tools may not show their sessions any more. */
export function missingProjectsSection(
  { missingProjects = [] }: Findings,
  page: Page,
  { verbose, ...options }: DoctorOptions,
): void {
  const [first] = missingProjects;
  if (!first) return;
  const sessions = missingProjects.reduce((sum, project) => sum + project.sessions, 0);
  const projects = plural(missingProjects.length, "project");
  page.heading("Projects that are not there");
  page.item(
    "attention",
    `The folders of ${projects} with ${plural(sessions, "session")} are not on this machine: moved, renamed or deleted, or they were on another one.`,
  );
  const shown = missingProjects.slice(0, verbose ? missingProjects.length : mostShown);
  page.table(shown, [
    { title: "SESSIONS", align: "right", text: (project) => formatCount(project.sessions) },
    { title: "FOLDER", color: "cyan", text: ({ path }) => path },
  ]);
  const rest = missingProjects.length - shown.length;
  if (rest > 0) page.detail(`… and ${formatCount(rest)} more (--verbose names them).`);
  const repairs = shown.flatMap(({ repair }) => repair ?? []);
  if (repairs.length > 0) {
    page.more(
      "To one that was moved or renamed, this gives its sessions back; NEW is where it is now:",
    );
    for (const repair of repairs) page.advice(repair);
  }
  const line = commandLine(["export", "--project", first.path], options);
  const example = line === undefined ? "." : "; for one project:";
  page.detail(
    `Nothing is lost, though the tool may not show these sessions. They are exported like all others${example}`,
  );
  if (line !== undefined) page.advice(line);
}
