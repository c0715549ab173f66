/** Adds buttons that lead from one edit, failure or compaction to the next, with their number. */
function addEventButtons(place: Element): void {
  const buttons = eventKinds.flatMap((kind) => {
    const events = eventsOf(kind);
    return events.length > 0 ? [eventButton(kind, events)] : [];
  });
  if (buttons.length === 0) return;
  const heading = document.createElement("h2");
  heading.textContent = "Jump to";
  const row = document.createElement("p");
  row.className = "events";
  row.append(...buttons);
  place.querySelector(".facts")?.after(heading, row);
}

function eventButton({ name }: EventKind, events: readonly HTMLElement[]): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = name;
  button.textContent = counted(events.length, name);
  let at = -1;
  button.addEventListener("click", () => {
    at = (at + 1) % events.length;
    const event = events[at];
    if (event === undefined) return;
    reveal(event);
    scrollToStart(event);
    button.textContent = `${name} ${at + 1} of ${events.length}`;
  });
  return button;
}

const aboutPanel = document.querySelector(".about details > div");
if (aboutPanel !== null) void pause().then(() => addEventButtons(aboutPanel));
