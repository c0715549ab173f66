/** Lets the paths beside the conversation go on in the next line after a slash, not within a name. */
function breakAfterSlashes(path: Element): void {
  for (const node of [...path.childNodes]) {
    let text: ChildNode = node;
    while (text instanceof Text) {
      const slash = text.data.indexOf("/");
      if (slash < 0 || slash === text.data.length - 1) break;
      text = text.splitText(slash + 1);
      text.before(document.createElement("wbr"));
    }
  }
}

for (const path of document.querySelectorAll(".about :is(.files a, dd code)"))
  breakAfterSlashes(path);
