/*
 * One button that copies code, put to the block that is pointed at or has the focus: thousands would
 * make a page slow.
 */

const copyButton = document.createElement("button");
copyButton.type = "button";
copyButton.className = "copy";
copyButton.setAttribute("aria-label", "Copy");

function offerCopy({ target, type }: Event): void {
  // A pointer that only rests somewhere takes nothing from who uses the keyboard.
  if (type === "pointerover" && document.querySelector(":is(pre, .copy):focus-visible")) return;
  const block = target instanceof Element ? target.closest("pre") : null;
  if (block === null || copyButton.previousElementSibling === block) return;
  delete copyButton.dataset.done;
  block.after(copyButton);
  copyButton.style.top = `${block.offsetTop}px`;
  copyButton.style.left = `${block.offsetLeft + block.offsetWidth}px`;
}

copyButton.addEventListener("click", () => {
  const text = copyButton.previousElementSibling?.textContent?.replace(/\n$/, "") ?? "";
  void copyText(text).then(() => {
    copyButton.dataset.done = "";
    setTimeout(() => delete copyButton.dataset.done, 1500);
  });
});

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Some browsers let no file use the clipboard in this way: what is selected can always be copied.
    const block = copyButton.previousElementSibling;
    if (block !== null) getSelection()?.selectAllChildren(block);
    document.execCommand("copy");
  }
}

addEventListener("pointerover", offerCopy);
addEventListener("focusin", offerCopy);
