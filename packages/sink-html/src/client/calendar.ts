/*
 * A calendar of the days on which there were sessions; a day is chosen as its date is in the fields.
 */

const calendar = document.querySelector<HTMLElement>("#calendar");
const dayButtons = new Map<string, HTMLButtonElement>();

/** The number of shades. */
const shades = 4;

const dayLength = 24 * 60 * 60 * 1000;

/** A session that took longer counts on its first days alone: nobody worked on it every day. */
const mostDays = 100;

/** Fills the calendar, its latest month first; without a day it stays hidden. */
function fillCalendar(place: HTMLElement): void {
  const sessions = sessionsByDay(rows);
  const months = [...new Set([...sessions.keys()].map((day) => day.slice(0, "2026-11".length)))];
  for (const month of months.sort().reverse()) place.append(calendarMonth(month, sessions));
  const aside = place.closest("aside");
  if (aside !== null) aside.hidden = months.length === 0;
}

function sessionsByDay(counted: readonly Row[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { from, to } of counted) {
    const first = Date.parse(from);
    const last = Math.min(Date.parse(to), first + mostDays * dayLength);
    for (let time = first; time <= last; time += dayLength) {
      const day = dayAt(time);
      numbers.set(day, (numbers.get(day) ?? 0) + 1);
    }
  }
  return numbers;
}

/** "2026-11-21" */
function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, "2026-11-21".length);
}

function calendarMonth(month: string, sessions: ReadonlyMap<string, number>): HTMLElement {
  const section = document.createElement("section");
  const heading = document.createElement("h2");
  const first = new Date(`${month}-01T00:00:00Z`);
  const words = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  heading.textContent = first.toLocaleDateString("en", words);
  const days = document.createElement("p");
  days.className = "days";
  for (let time = first.getTime(); dayAt(time).startsWith(month); time += dayLength)
    days.append(calendarDay(dayAt(time), sessions.has(dayAt(time))));
  // Weeks begin on Monday.
  days.firstElementChild?.setAttribute("data-weekday", String(((first.getUTCDay() + 6) % 7) + 1));
  section.append(heading, days);
  return section;
}

function calendarDay(day: string, hasSessions: boolean): HTMLElement {
  const name = String(Number(day.slice(-2)));
  if (!hasSessions) {
    const empty = document.createElement("span");
    empty.textContent = name;
    return empty;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  button.addEventListener("click", () => chooseDay(day));
  dayButtons.set(day, button);
  return button;
}

/** Says how many of some sessions there were on each day; months without any are left out. */
function countDays(counted: readonly Row[]): void {
  const sessions = sessionsByDay(counted);
  const most = Math.max(...sessions.values());
  for (const [day, button] of dayButtons) {
    const number = sessions.get(day) ?? 0;
    button.title = `${plural(number, "session")} on ${day}`;
    button.dataset.shade = String(number === 0 ? 0 : Math.ceil((number / most) * shades));
    button.disabled = number === 0;
  }
  for (const month of calendar?.children ?? [])
    if (month instanceof HTMLElement) month.hidden = month.querySelector(":enabled") === null;
}

/** Asks for the sessions of a day, or no longer. */
function chooseDay(day: string): void {
  const { since, until } = filterFields;
  if (since === null || until === null) return;
  const isChosen = since.value === day && until.value === day;
  since.value = until.value = isChosen ? "" : day;
  applyFilter();
}

/** Shows which day is asked for. */
function markChosenDay({ since, until }: Filter): void {
  for (const [day, button] of dayButtons)
    button.setAttribute("aria-pressed", String(day === since && day === until));
}

if (calendar !== null) fillCalendar(calendar);
