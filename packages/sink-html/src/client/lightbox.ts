/** Shows an image of the conversation over the page, at its full size. */
const lightbox = document.createElement("dialog");
lightbox.className = "lightbox";
lightbox.setAttribute("aria-label", "Image");
lightbox.addEventListener("click", () => lightbox.close());
document.body.append(lightbox);

function enlarge(image: HTMLImageElement): void {
  const copy = document.createElement("img");
  copy.src = image.src;
  copy.alt = image.alt;
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  lightbox.replaceChildren(close, copy);
  lightbox.showModal();
}

for (const link of document.querySelectorAll<HTMLAnchorElement>("#conversation .image > a"))
  link.addEventListener("click", (event) => {
    const image = link.querySelector("img");
    if (image === null) return;
    event.preventDefault();
    enlarge(image);
  });
