/*
 * Each message has a link to itself, made when it comes on the screen: written into the page, links
 * would be a tenth of it.
 */

const linkedPortions = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes)
    if (isIntersecting) {
      linkedPortions.unobserve(target);
      for (const message of target.querySelectorAll<HTMLElement>(ownMessages))
        message.prepend(permalinkTo(message.id));
    }
});

/** The messages of a portion, without those of portions in its folds. */
const ownMessages = ":scope > .message[id], :scope > .turn > .message[id]";

for (const portion of document.querySelectorAll("#conversation .portion"))
  linkedPortions.observe(portion);

function permalinkTo(id: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.className = "permalink";
  link.href = `#${id}`;
  link.setAttribute("aria-label", "Link to this message");
  return link;
}
