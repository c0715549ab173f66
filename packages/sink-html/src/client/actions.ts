/** The actions of the page, by the name that a button has in `data-action`. */
const actions = new Map<string, () => void>();

/** The buttons for an action. */
function buttonsFor(action: string): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>(`.toolbar [data-action="${action}"]`);
}
