const searchField = document.querySelector<HTMLInputElement>(".toolbar #search");
const searchCount = document.querySelector<HTMLOutputElement>(".toolbar .search-count");

/** The wait for the next letter, in milliseconds. */
const searchDelay = 150;

const noSearch: Search = { query: "", matches: [], current: -1, isDone: true };

let search = noSearch;
let searchTimer: number | undefined;
let openedForMatch: HTMLDetailsElement[] = [];

/** Searches for the text of the field, and goes to the first match as soon as there is one. */
function startSearch(): void {
  clearTimeout(searchTimer);
  const query = searchField?.value ?? "";
  endSearch();
  if (query.trim() === "") return;
  const mine: Search = { query, matches: [], current: -1, isDone: false };
  search = mine;
  const tell = () => {
    if (mine.current < 0 && mine.matches.length > 0) goToMatch(0);
    if (mine.isDone) markMatches(mine.matches, mine.current);
    showCount();
  };
  void findMatches(mine, () => search === mine, tell);
}

function endSearch(): void {
  search = noSearch;
  clearMarks();
  showCount();
}

function showCount(): void {
  if (searchCount !== null) searchCount.textContent = countOf(search);
}

function countOf({ query, matches, current, isDone }: Search): string {
  if (query === "") return "";
  if (matches.length === 0) return isDone ? "No match" : "…";
  const [place, all] = [current + 1, matches.length].map((number) => number.toLocaleString("en"));
  return `${place} of ${all}${isDone ? "" : "…"}`;
}

/** Shows a match; the folds that only the match before needed are closed again. */
function goToMatch(index: number): void {
  const match = search.matches[index];
  if (match === undefined) return;
  search.current = index;
  const { startContainer } = rangeOf(match);
  for (const fold of openedForMatch) fold.open = fold.contains(startContainer);
  const isStillOpen = openedForMatch.filter((fold) => fold.open);
  const opened = startContainer.parentElement === null ? [] : reveal(startContainer.parentElement);
  openedForMatch = [...isStillOpen, ...opened];
  markMatches(search.matches, index);
  scrollToMatch(match);
  showCount();
}

function moveMatch(step: 1 | -1): void {
  const { length } = search.matches;
  if (searchField !== null && searchField.value !== search.query) startSearch();
  else if (length > 0) goToMatch((search.current + step + length) % length);
}

searchField?.addEventListener("focus", () => void collectAhead());

searchField?.addEventListener("input", () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(startSearch, searchField.value === "" ? 0 : searchDelay);
});

searchField?.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "Enter") moveMatch(event.shiftKey ? -1 : 1);
  else if (event.key === "Escape") leaveSearch(searchField);
  else return;
  event.preventDefault();
});

/** Escape takes the text away, and a second time leaves the field. */
function leaveSearch(field: HTMLInputElement): void {
  if (field.value === "") field.blur();
  field.value = "";
  startSearch();
  openedForMatch = [];
}

actions.set("next-match", () => moveMatch(1));
actions.set("previous-match", () => moveMatch(-1));

// The index leads to what it has found.
const askedByIndex = new URLSearchParams(location.search).get("search");
if (askedByIndex !== null && searchField !== null) {
  searchField.value = askedByIndex;
  startSearch();
}
