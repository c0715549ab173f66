/**
 * Makes an element visible: shows the line it is on, and everything where it is not among what was
 * chosen, and opens its folds, which it returns.
 */
function reveal(element: Element): HTMLDetailsElement[] {
  if (element.closest("[hidden]") !== null) showLine(lineOf(element));
  const opened: HTMLDetailsElement[] = [];
  for (let at: Element | null = element; at !== null; at = foldAround(at)) {
    if (!(at instanceof HTMLDetailsElement) || at.open) continue;
    at.open = true;
    opened.push(at);
  }
  if (!element.checkVisibility()) showOnly("all");
  return opened;
}

/** The next fold that an element is hidden in when it is closed; the line of a fold always shows. */
function foldAround(element: Element): HTMLDetailsElement | null {
  const fold = element.parentElement?.closest("details") ?? null;
  const isItsLine = fold !== null && element.closest("summary")?.parentElement === fold;
  return isItsLine ? foldAround(fold) : fold;
}
