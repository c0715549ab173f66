/** The wait for the next letter, in milliseconds. */
const filterDelay = 30;

const filterCount = document.querySelector<HTMLOutputElement>(".filter-count");
let filterTimer: number | undefined;

/** Shows the sessions that are asked for, and the one that a link leads to. */
function applyFilter(): void {
  clearTimeout(filterTimer);
  const filter = filterFromFields();
  const target = targetOf(location.hash);
  showGroups(filter.group);
  markChosenDay(filter);
  const words = askedWords(filter.text);
  if (areWordsLoading()) return;
  const found = rows.filter((row) => hasWords(row, words));
  const wantedRows = found.filter((row) => isChosen(row, filter));
  const allWanted = new Set(wantedRows);
  for (const [list, members] of rowsByList()) {
    const wanted = new Set(members.filter((row) => allWanted.has(row)));
    for (const row of wanted) showWhereFound(row, words);
    list.hidden = wanted.size === 0 && !list.contains(target);
    // A hidden list hides its sessions: to hide thousands one by one takes long.
    if (list.hidden) continue;
    for (const row of members) {
      const isHidden = !wanted.has(row) && row.element !== target;
      if (row.element.hidden !== isHidden) row.element.hidden = isHidden;
    }
  }
  hideEmptyGroups();
  countShown(wantedRows);
  countChoices(found, filter);
  if (filterCount !== null)
    filterCount.textContent = asksForLess(filter) ? shownOfAll(wantedRows.length) : "";
  keepInAddress(filter);
}

/** True when a field asks for less than all sessions. */
function asksForLess({ group, ...asked }: Filter): boolean {
  return Object.values(asked).some((value) => value !== "");
}

function shownOfAll(shown: number): string {
  return `${grouped(shown)} of ${plural(rows.length, "session")}`;
}

/** A session that only says the words is marked, and its link takes the search along. */
function showWhereFound({ element, text }: Row, words: readonly AskedWord[]): void {
  const said = words.find(({ word }) => !text.includes(word))?.word;
  if (said === undefined && !element.classList.contains("said")) return;
  element.classList.toggle("said", said !== undefined);
  wantSentence(element, said);
  const link = element.querySelector<HTMLAnchorElement>("a");
  if (link !== null) link.search = said === undefined ? "" : `search=${encodeURIComponent(said)}`;
}

/** The sessions of each list, as the groups are now. */
function rowsByList(): Map<HTMLElement, Row[]> {
  const lists = new Map<HTMLElement, Row[]>();
  for (const row of rows) {
    const list = row.element.parentElement;
    if (list === null) continue;
    const members = lists.get(list);
    if (members === undefined) lists.set(list, [row]);
    else members.push(row);
  }
  return lists;
}

function hideEmptyGroups(): void {
  for (const group of document.querySelectorAll<HTMLElement>("section.group"))
    group.hidden = group.querySelector("ul:not([hidden])") === null;
  for (const item of document.querySelectorAll<HTMLElement>(".contents li")) {
    const link = item.querySelector<HTMLAnchorElement>("a");
    item.hidden = targetOf(link?.hash ?? "")?.closest("[hidden]") != null;
  }
}

for (const field of Object.values(filterFields))
  field?.addEventListener("input", () => {
    clearTimeout(filterTimer);
    // Its files are loaded meanwhile.
    if (field === filterFields.text) sessionsThatSay(field.value);
    filterTimer = setTimeout(applyFilter, filterDelay);
  });

actions.set("fields", () => {
  for (const button of buttonsFor("fields"))
    button.ariaExpanded = String(button.ariaExpanded !== "true");
});

addEventListener("hashchange", () => {
  applyFilter();
  const target = targetOf(location.hash);
  if (target !== null) scrollToStart(target);
});

// Browsers fill fields on their own when they show a page again, after its scripts have run.
addEventListener("pageshow", () => {
  fillFieldsFromAddress();
  applyFilter();
});
