/** Goes to the next prompt, or the one before. */
function movePrompt(step: 1 | -1): void {
  const prompts = shownPrompts();
  const target = prompts[nearestPrompt(prompts, step)];
  if (target === undefined) return;
  // Focus follows, so that the next Tab goes on from here.
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  scrollToStart(target);
}

/** The prompts on the line that is shown, in their order; what sub-agents were told is not among them. */
function shownPrompts(): HTMLElement[] {
  const prompts = document.querySelectorAll<HTMLElement>("#conversation .prompt:not(.continued)");
  return Array.from(prompts).filter((prompt) => {
    const fold = prompt.closest("details");
    const isOnLine = fold === null || (fold.open && fold.parentElement?.matches(branchSelector));
    return isOnLine && prompt.closest("[hidden]") === null;
  });
}

function nearestPrompt(prompts: readonly HTMLElement[], step: 1 | -1): number {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && isOnScreen(activeElement)) {
    const focused = prompts.indexOf(activeElement);
    if (focused >= 0) return focused + step;
  }
  // The first one that begins below the top of the screen, which the toolbar covers.
  let low = 0;
  let high = prompts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (distanceFromTop(prompts[middle]) < -1) low = middle + 1;
    else high = middle;
  }
  if (step === -1) return low - 1;
  return Math.abs(distanceFromTop(prompts[low])) <= 1 ? low + 1 : low;
}

/** The distance below the place where a link to it would bring it, in pixels. */
function distanceFromTop(element: HTMLElement | undefined): number {
  if (element === undefined) return Number.POSITIVE_INFINITY;
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  return element.getBoundingClientRect().top - (Number.parseFloat(scrollPaddingTop) || 0);
}

function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

actions.set("next-prompt", () => movePrompt(1));
actions.set("previous-prompt", () => movePrompt(-1));
