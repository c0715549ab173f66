/*
 * A map of the conversation beside it: where prompts, edits, failures and compactions are, and where
 * the reader is. It counts messages, not pixels, for what was never on the screen has no height yet.
 */

const layout = document.querySelector<HTMLElement>(".layout");
const mapMessages = Array.from(
  document.querySelectorAll<HTMLElement>(`${turnSelector} > .message[id]`),
);
const mapIndexes = new Map<Element, number>(mapMessages.map((message, index) => [message, index]));

/** So many messages make a map worth having. */
const fewestOnMap = 12;

/** As many places as a screen can show apart from each other. */
const mostPlaces = 240;

if (layout !== null && mapMessages.length >= fewestOnMap) void pause().then(() => addMap(layout));

function addMap(parent: HTMLElement): void {
  const map = document.createElement("div");
  map.className = "map";
  // It repeats what the page says, for the eye alone.
  map.ariaHidden = "true";
  const view = document.createElement("div");
  view.className = "view";
  map.append(...mapMarks(), view);
  map.addEventListener("click", ({ clientY }) => {
    const { top, height } = map.getBoundingClientRect();
    const index = Math.floor(((clientY - top) / height) * mapMessages.length);
    const message = mapMessages[Math.max(0, Math.min(index, mapMessages.length - 1))];
    if (message === undefined) return;
    reveal(message);
    scrollToStart(message);
  });
  parent.append(map);
  onReadingPlace(({ first, last }) => {
    const start = mapIndexOf(first);
    const end = mapIndexOf(last);
    view.hidden = start === undefined || end === undefined;
    view.style.top = percent(start ?? 0);
    view.style.bottom = percent(mapMessages.length - 1 - (end ?? 0));
  });
}

/** A mark for each place where something is: of several, the one that is seen first. */
function mapMarks(): HTMLElement[] {
  const places = Math.min(mostPlaces, mapMessages.length);
  const marks = new Map<number, string>();
  const mark = (kind: string, index: number) => {
    const place = Math.floor((index / mapMessages.length) * places);
    if (isMoreSeen(kind, marks.get(place))) marks.set(place, kind);
  };
  for (const [index, message] of mapMessages.entries())
    if (message.parentElement?.matches(".prompt:not(.continued)")) mark("asked", index);
  for (const kind of eventKinds)
    for (const event of eventsOf(kind)) {
      const index = mapIndexOf(event);
      if (index !== undefined) mark(kind.name, index);
    }
  return Array.from(marks, ([place, kind]) => {
    const element = document.createElement("i");
    element.className = kind;
    element.style.top = `${(place / places) * 100}%`;
    return element;
  });
}

/** The place on the map of a message, or of the one whose fold something is in. */
function mapIndexOf(element: Element | undefined): number | undefined {
  let message = element?.closest(".message[id]");
  while (message && !mapIndexes.has(message))
    message = message.parentElement?.closest(".message[id]");
  return message ? mapIndexes.get(message) : undefined;
}

const seenOrder = ["failure", "compaction", "asked", "edit"];

function isMoreSeen(kind: string, other: string | undefined): boolean {
  return other === undefined || seenOrder.indexOf(kind) < seenOrder.indexOf(other);
}

function percent(messages: number): string {
  return `${(messages / mapMessages.length) * 100}%`;
}
