/** The actions of single keys, while nobody is writing. */
const keys = new Map([
  ["n", "next-prompt"],
  ["j", "next-prompt"],
  ["p", "previous-prompt"],
  ["k", "previous-prompt"],
  ["/", "search"],
  ["f", "fold-all"],
  ["t", "theme"],
  ["?", "help"],
]);

actions.set("search", () => {
  const field = document.querySelector<HTMLInputElement>(".toolbar input[type=search]");
  field?.focus();
  field?.select();
});

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isWriting(event.target) || document.querySelector("dialog[open]") !== null) return;
  const action = actions.get(keys.get(event.key) ?? "");
  if (action === undefined) return;
  event.preventDefault();
  action();
});

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input:not([type=radio]), textarea, select");
}
