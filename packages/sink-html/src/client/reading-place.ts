/*
 * The place of the reader. Only portions on the screen are measured: what was never there has no place yet,
 * and a browser would have to lay it out for an answer.
 */

/** A reader's place: the prompt that it belongs to, and the messages on the screen. */
interface ReadingPlace {
  prompt: HTMLElement | undefined;
  first: HTMLElement | undefined;
  last: HTMLElement | undefined;
}

const turnSelector = "#conversation > .portion > .turn";

/** The part of the screen's height that a prompt must have come down to be the one that is read. */
const readingLine = 0.3;

const placeListeners: ((place: ReadingPlace) => void)[] = [];
const portionsOnScreen = new Set<Element>();
let isPlaceAsked = false;

/** Calls back with the place of the reader, now and whenever it changes. */
function onReadingPlace(listener: (place: ReadingPlace) => void): void {
  placeListeners.push(listener);
  askForPlace();
}

function askForPlace(): void {
  if (isPlaceAsked) return;
  isPlaceAsked = true;
  requestAnimationFrame(() => {
    isPlaceAsked = false;
    const place = readingPlace();
    for (const listener of placeListeners) listener(place);
  });
}

function readingPlace(): ReadingPlace {
  const portions = [...portionsOnScreen].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const messages = portions.flatMap((portion) => within(portion, ":scope > .turn > .message"));
  const shown = messages.filter((message) => {
    const { top, bottom, height } = message.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  });
  const turns = portions.flatMap((portion) => within(portion, ":scope > .turn"));
  const line = innerHeight * readingLine;
  const turn = turns.filter((each) => each.getBoundingClientRect().top <= line).at(-1) ?? turns[0];
  return { prompt: promptBefore(turn), first: shown[0], last: shown.at(-1) };
}

/** The prompt that a turn answers, or is. */
function promptBefore(turn: HTMLElement | undefined): HTMLElement | undefined {
  let at: Element | null | undefined = turn;
  while (at && !at.matches(".prompt:not(.continued)"))
    at = at.previousElementSibling ?? at.parentElement?.previousElementSibling?.lastElementChild;
  return at instanceof HTMLElement ? at : undefined;
}

function within(element: Element, selector: string): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(selector)];
}

function isBefore(a: Element, b: Element): boolean {
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

const portionObserver = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes)
    if (isIntersecting) portionsOnScreen.add(target);
    else portionsOnScreen.delete(target);
  askForPlace();
});
for (const portion of document.querySelectorAll("#conversation > .portion"))
  portionObserver.observe(portion);

addEventListener("scroll", askForPlace, { passive: true });
addEventListener("resize", askForPlace, { passive: true });
