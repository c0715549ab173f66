/** Shows images of the conversation as large as the screen is. */
const imageSelector = "#conversation img";

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
  lightbox.replaceChildren(copy, close);
  lightbox.showModal();
}

for (const image of document.querySelectorAll<HTMLImageElement>(imageSelector)) {
  // An image in a link leads where the link does.
  if (image.closest("a") !== null) continue;
  image.tabIndex = 0;
  image.setAttribute("role", "button");
  image.addEventListener("click", () => enlarge(image));
  image.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    enlarge(image);
  });
}
