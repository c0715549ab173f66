/*
 * The list of prompts follows the reading, and says what was done for each of them.
 */

const promptList = document.querySelector<HTMLElement>(".contents ol");
const promptLinks = new Map(
  Array.from(promptList?.querySelectorAll("a") ?? [], (link) => [link.getAttribute("href"), link]),
);
let currentLink: HTMLElement | undefined;

if (promptList !== null) {
  onReadingPlace(({ prompt }) => showCurrent(prompt));
  void pause().then(addTallies);
}

function showCurrent(prompt: HTMLElement | undefined): void {
  const link = prompt && linkTo(prompt);
  if (link === currentLink || link === undefined) return;
  currentLink?.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  currentLink = link;
  showInList(link);
}

/** Scrolls the list alone, and only as far as is needed. */
function showInList(link: HTMLElement): void {
  if (promptList === null) return;
  const [list, item] = [promptList, link].map((element) => element.getBoundingClientRect());
  if (list === undefined || item === undefined || list.height === 0) return;
  const room = list.height / 4;
  if (item.top < list.top) promptList.scrollTop += item.top - list.top - room;
  if (item.bottom > list.bottom) promptList.scrollTop += item.bottom - list.bottom + room;
}

function linkTo(prompt: HTMLElement): HTMLElement | undefined {
  return promptLinks.get(`#${prompt.querySelector(".message[id]")?.id}`);
}

/** The counts of the work done for a prompt. */
interface Tally {
  link: HTMLElement | undefined;
  calls: number;
  edits: number;
  failures: number;
}

/** Adds to each prompt in the list how many calls, edits and failures came of it; all at once, as each change is laid out. */
async function addTallies(): Promise<void> {
  const tallies: Tally[] = [];
  let work = performance.now();
  for (const turn of document.querySelectorAll<HTMLElement>(turnSelector)) {
    if (turn.matches(".prompt:not(.continued)"))
      tallies.push({ link: linkTo(turn), calls: 0, edits: 0, failures: 0 });
    const tally = tallies.at(-1);
    if (tally === undefined) continue;
    for (const call of turn.querySelectorAll(callSelector)) {
      tally.calls++;
      if (call.matches(editSelector)) tally.edits++;
      if (call.matches(failureSelector)) tally.failures++;
    }
    if (performance.now() - work < turnLength) continue;
    await pause();
    work = performance.now();
  }
  for (const tally of tallies) addTally(tally);
}

function addTally({ link, calls, edits, failures }: Tally): void {
  if (link === undefined || calls === 0) return;
  const line = document.createElement("small");
  line.append(
    [counted(calls, "call"), edits > 0 && counted(edits, "edit")].filter(Boolean).join(" · "),
  );
  if (failures > 0) {
    const failed = document.createElement("del");
    failed.textContent = `${failures} failed`;
    line.append(" · ", failed);
  }
  link.append(line);
}

/** "1 edit", "1,200 calls" */
function counted(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
