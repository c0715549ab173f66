/** Gives each message a link to itself: written into the page, they would be a tenth of it. */
async function addPermalinks(): Promise<void> {
  let turn = performance.now();
  for (const message of document.querySelectorAll<HTMLElement>(".message[id]")) {
    message.prepend(permalinkTo(message.id));
    if (performance.now() - turn < turnLength) continue;
    await pause();
    turn = performance.now();
  }
}

function permalinkTo(id: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.className = "permalink";
  link.href = `#${id}`;
  link.setAttribute("aria-label", "Link to this message");
  return link;
}

void pause().then(addPermalinks);
