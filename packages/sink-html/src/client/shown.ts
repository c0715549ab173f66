/*
 * How much of the conversation shows: everything, what was said and edited, or what was said.
 */

const shownSelect = document.querySelector<HTMLSelectElement>(".toolbar #shown");

/** Shows as much as a choice says. */
function showOnly(what: string): void {
  if (what === "") delete document.documentElement.dataset.shown;
  else document.documentElement.dataset.shown = what;
  if (shownSelect !== null) shownSelect.value = what;
}

shownSelect?.addEventListener("change", () => {
  const place = readingPlace();
  showOnly(shownSelect.value);
  // What was read stays where it was, as far as it still shows.
  const anchor = [place.first, place.prompt].find((element) => element?.checkVisibility());
  if (anchor && scrollY > 0) scrollToStart(anchor);
});

// Browsers fill fields on their own when they show a page again.
addEventListener("pageshow", () => showOnly(shownSelect?.value ?? ""));
