/*
 * All numbers of the page are of what is shown. Those of a field say what each of its choices would show, so
 * that what is chosen in it counts for all others alone.
 */

const summary = document.querySelector<HTMLElement>(".page-header .summary");
const facts = Array.from(summary?.querySelectorAll<HTMLElement>("[data-count]") ?? []);

/** 12,345 */
function grouped(number: number): string {
  return number.toLocaleString("en");
}

/** "1 session", "12 sessions" */
function plural(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Writes into the head of the page what is shown, and beside each group how much of it. */
function countShown(shown: readonly Row[]): void {
  const known = facts.filter((fact) => isCounted(fact, shown));
  summary?.replaceChildren(...known.flatMap((fact, index) => (index > 0 ? [" · ", fact] : [fact])));
  const groups = countBy(shown, ({ element }) => element.closest("section")?.firstElementChild?.id);
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".contents a")) {
    const number = link.querySelector(".number");
    const heading = targetOf(link.hash);
    if (number !== null) number.textContent = grouped(groups.get(heading?.id) ?? 0);
  }
}

/** Counts for a fact of the head; tells if there is something to say. */
function isCounted(fact: HTMLElement, shown: readonly Row[]): boolean {
  const { count, source, zone = "" } = fact.dataset;
  if (count === "session") fact.textContent = plural(shown.length, "session");
  if (count === "project") {
    const projects = countBy(shown, ({ project }) => project.trim() || undefined);
    projects.delete(undefined);
    fact.textContent = plural(projects.size, "project");
    return projects.size > 0;
  }
  if (count === "day") {
    const [first, last] = firstAndLast(shown);
    fact.textContent = `${first === last ? first : `${first} to ${last}`} in ${zone}`;
    return first !== undefined;
  }
  if (count === "source") {
    const sessions = shown.filter((row) => row.source === source).length;
    const number = fact.querySelector(".number");
    if (number !== null) number.textContent = grouped(sessions);
    return sessions > 0;
  }
  return true;
}

function firstAndLast(shown: readonly Row[]): [string | undefined, string | undefined] {
  const days = shown.flatMap(({ from, to }) => (from === "" ? [] : [from, to])).sort();
  return [days[0], days.at(-1)];
}

/** Writes into the fields and the calendar how many of the sessions that were found each choice leaves. */
function countChoices(found: readonly Row[], filter: Filter): void {
  for (const name of ["project", "source"] as const) {
    const left = found.filter((row) => isChosen(row, { ...filter, [name]: "" }));
    const numbers = countBy(left, (row) => row[name]);
    for (const option of filterFields[name]?.options ?? [])
      if (option.value !== "")
        option.text = `${nameIn(option.text)} (${grouped(numbers.get(option.value) ?? 0)})`;
  }
  countDays(found.filter((row) => isChosen(row, { ...filter, since: "", until: "" })));
}

/** The number of sessions of each key. */
function countBy<Key>(some: readonly Row[], keyOf: (row: Row) => Key): Map<Key, number> {
  const numbers = new Map<Key, number>();
  for (const row of some) numbers.set(keyOf(row), (numbers.get(keyOf(row)) ?? 0) + 1);
  return numbers;
}

/** The name in "Cursor (8)". */
function nameIn(text: string): string {
  return text.slice(0, text.lastIndexOf(" ("));
}
