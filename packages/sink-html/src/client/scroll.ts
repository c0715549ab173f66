/** In how many frames the parts of the page that come on the screen get the height that they have. */
const framesToSettle = 5;

let latestScroll = 0;

/**
 * Scrolls, and again in the next frames: what was never on the screen has a height that was only
 * guessed, so that the place to scroll to moves when it is laid out.
 */
function scrollUntilSettled(scroll: () => void): void {
  const mine = ++latestScroll;
  const again = (frames: number) => {
    if (mine !== latestScroll) return;
    scroll();
    if (frames > 1) requestAnimationFrame(() => again(frames - 1));
  };
  again(framesToSettle);
}

// A reader who scrolls on in the meantime is not pulled back.
for (const type of ["wheel", "touchmove", "pointerdown", "keydown"])
  addEventListener(type, () => latestScroll++, { capture: true, passive: true });

/** Scrolls so that an element begins below the toolbar; at once, for the way there may be far. */
function scrollToStart(element: Element): void {
  scrollUntilSettled(() => element.scrollIntoView({ behavior: "instant" }));
}
