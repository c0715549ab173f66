/*
 * Sessions are in groups by month, as the page has them, or by project.
 */

const sessionList = document.querySelector<HTMLElement>("#sessions");
const contentsList = document.querySelector<HTMLElement>(".contents ol");
const contentsName = document.querySelector<HTMLElement>(".contents summary");

/**
 * The groups of the page, in its order: sections, links to them, and the list that each session is
 * in.
 */
const months = {
  sections: Array.from(sessionList?.children ?? []),
  links: Array.from(contentsList?.children ?? []),
  lists: new Map(rows.map(({ element }) => [element, element.parentElement])),
};

/** As many as a list in the page has: a browser skips it as a whole when it is out of sight. */
const fullList = 20;

let shownGroups = "";

/** Shows the sessions by project, or else by month. */
function showGroups(by: string): void {
  if (by === shownGroups || sessionList === null) return;
  shownGroups = by;
  if (by === "project") showProjects(sessionList);
  else showMonths(sessionList);
  if (contentsName !== null) contentsName.textContent = by === "project" ? "Projects" : "Months";
}

function showMonths(list: HTMLElement): void {
  for (const { element } of rows) months.lists.get(element)?.append(element);
  list.replaceChildren(...months.sections);
  contentsList?.replaceChildren(...months.links);
}

/** The project in which something happened last comes first. */
function showProjects(list: HTMLElement): void {
  const projects = new Map<string, HTMLElement[]>();
  for (const { element } of rows) {
    const name = element.dataset.project?.trim() || "No project";
    projects.set(name, [...(projects.get(name) ?? []), element]);
  }
  const groups = Array.from(projects, ([name, sessions], index) => ({
    section: projectSection(name, sessions, `project-${index + 1}`),
    link: projectLink(name, sessions.length, `project-${index + 1}`),
  }));
  list.replaceChildren(...groups.map(({ section }) => section));
  contentsList?.replaceChildren(...groups.map(({ link }) => link));
}

function projectSection(name: string, sessions: readonly HTMLElement[], id: string): HTMLElement {
  const section = document.createElement("section");
  section.className = "group";
  section.setAttribute("aria-labelledby", id);
  const heading = document.createElement("h2");
  heading.id = id;
  heading.dir = "auto";
  heading.textContent = name;
  section.append(heading);
  for (let start = 0; start < sessions.length; start += fullList) {
    const list = document.createElement("ul");
    list.setAttribute("role", "list");
    list.append(...sessions.slice(start, start + fullList));
    if (list.childElementCount === fullList) list.className = "full";
    section.append(list);
  }
  return section;
}

function projectLink(name: string, sessions: number, id: string): HTMLElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `#${id}`;
  const [words, number] = [document.createElement("span"), document.createElement("span")];
  words.textContent = name;
  words.dir = "auto";
  number.className = "number";
  number.textContent = grouped(sessions);
  link.append(words, " ", number);
  item.append(link);
  return item;
}
