/** The room between the bar and the target of a link, in pixels. */
const roomBelowBar = 16;

// Without scripts it stays hidden, because nothing in it would work.
for (const toolbar of document.querySelectorAll<HTMLElement>(".toolbar")) toolbar.hidden = false;

// On narrow screens it has more than one row, and must not cover what a link leads to.
for (const bar of document.querySelectorAll<HTMLElement>(".bar"))
  new ResizeObserver(() => {
    const covered = getComputedStyle(bar).position === "sticky" ? bar.offsetHeight : 0;
    document.documentElement.style.scrollPaddingTop = `${covered + roomBelowBar}px`;
  }).observe(bar);

for (const button of document.querySelectorAll<HTMLElement>("[data-action]"))
  button.addEventListener("click", () => actions.get(button.dataset.action ?? "")?.());
