/*
 * A conversation has one line that it ended on, and branches beside it. Choosing a branch hides what
 * came after the place where it was left, so that what remains reads as one conversation.
 */

const branchSelector = ".branch[id]";

const lineSelect = document.querySelector<HTMLSelectElement>(".toolbar #line");

const hiddenByLine = new Set<HTMLElement>();

/** Shows the line of a branch by its id, or with "" the line on which the conversation ended. */
function showLine(id: string): void {
  for (const element of hiddenByLine) element.hidden = false;
  hiddenByLine.clear();
  const branch = branchOf(id === "" ? null : document.getElementById(id));
  if (branch !== undefined) hideOtherLines(branch);
  if (lineSelect !== null) lineSelect.value = id;
}

/** The id of the branch that an element is on, "" for the line on which the conversation ended. */
function lineOf(element: Element): string {
  return branchOf(element)?.id ?? "";
}

function branchOf(element: Element | null): HTMLElement | undefined {
  return element?.closest<HTMLElement>(branchSelector) ?? undefined;
}

function hideOtherLines(chosen: HTMLElement): void {
  const chain = chainTo(chosen);
  for (const branch of document.querySelectorAll<HTMLElement>(branchSelector))
    if (!chain.some((link) => branch.contains(link) || link.contains(branch))) hide(branch);
  for (const branch of chain) {
    hideAfterFork(branch);
    const fold = branch.querySelector<HTMLDetailsElement>(":scope > details");
    if (fold !== null) fold.open = true;
  }
}

/** A branch after all those that it was left from. */
function chainTo(branch: HTMLElement): HTMLElement[] {
  const chain: HTMLElement[] = [];
  let link: HTMLElement | undefined = branch;
  while (link !== undefined && !chain.includes(link)) {
    chain.unshift(link);
    link = branchOf(forkOf(link));
  }
  return chain;
}

/** The note on the line that a branch was left from, at the place where it was left. */
function forkOf(branch: HTMLElement): Element | null {
  const link = document.querySelector(`#conversation .fork a[href="#${branch.id}"]`);
  return link?.closest(".fork") ?? null;
}

function hideAfterFork(branch: HTMLElement): void {
  const fork = forkOf(branch);
  if (fork === null) {
    for (const element of branch.parentElement?.children ?? []) hideUnlessAside(element, branch);
    return;
  }
  hideUnlessAside(fork, branch);
  const end = branchOf(fork);
  let element: Element | null = fork;
  while (element !== null && element !== end && !element.contains(branch)) {
    for (let next = element.nextElementSibling; next !== null; next = next.nextElementSibling)
      hideUnlessAside(next, branch);
    element = element.parentElement;
  }
}

/** Everything beside the conversation, other branches among it, belongs to every line. */
function hideUnlessAside(element: Element, branch: HTMLElement): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.matches("section, .branch") && !element.contains(branch)) hide(element);
}

function hide(element: HTMLElement): void {
  if (element.hidden) return;
  element.hidden = true;
  hiddenByLine.add(element);
}

lineSelect?.addEventListener("change", () => {
  showLine(lineSelect.value);
  const branch = document.getElementById(lineSelect.value);
  if (branch !== null) scrollToStart(branch);
});
