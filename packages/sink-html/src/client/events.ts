/* The events that a reader looks for in a long session, by the marks that the page has for them. */

/** A call, or what its client edited on its own. */
const callSelector = "[data-kind]";
const editSelector = ':is([data-kind="edit"], [data-kind="delete"], [data-kind="move"], .edit)';
const failureSelector = '[data-status="failed"]';
const compactionSelector = ".fold.compaction, .line.compaction";

/** A kind of event with the words for one of it. */
interface EventKind {
  name: "failure" | "compaction" | "edit";
  selector: string;
}

/** From what is seen first to what is seen last, where several are at one place. */
const eventKinds: readonly EventKind[] = [
  { name: "failure", selector: failureSelector },
  { name: "compaction", selector: compactionSelector },
  { name: "edit", selector: editSelector },
];

/** The events of a kind in the conversation, in their order. */
function eventsOf({ selector }: EventKind): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>(`#conversation :is(${selector})`);
  return Array.from(all);
}
