/*
 * The part of the conversation that shows: all, what was said and edited, or what was said.
 */

const shownChoices = document.querySelectorAll<HTMLInputElement>(".toolbar [name=shown]");

/** Shows as much as a choice says. */
function showOnly(what: string): void {
  if (what === "all") delete document.documentElement.dataset.shown;
  else document.documentElement.dataset.shown = what;
  for (const choice of shownChoices) choice.checked = choice.value === what;
}

for (const choice of shownChoices)
  choice.addEventListener("change", () => {
    const place = readingPlace();
    showOnly(choice.value);
    // What was read stays where it was, as far as it still shows.
    const anchor = [place.first, place.prompt].find((element) => element?.checkVisibility());
    if (anchor && scrollY > 0) scrollToStart(anchor);
  });

// Browsers fill fields on their own when they show a page again.
addEventListener("pageshow", () => {
  const chosen = [...shownChoices].find(({ checked }) => checked);
  showOnly(chosen?.value ?? "all");
});
