/**
 * The words of people and models on a page of this package: folded text, such as reasoning, calls
 * and their output, is left out. Other pages have none.
 */
export function spokenText(page: string): string {
  const start = page.indexOf('<main id="conversation">');
  if (start < 0) return "";
  const end = page.indexOf("</main>", start);
  const spoken: string[] = [];
  // How many folds are open, and whether the text of a message is.
  let folds = 0;
  let divs = 0;
  let last = start;
  tag.lastIndex = start;
  for (let found = tag.exec(page); found && found.index < end; found = tag.exec(page)) {
    if (folds === 0 && divs > 0) spoken.push(page.slice(last, found.index));
    last = tag.lastIndex;
    const [whole, slash, name = ""] = found;
    if (name === "details") folds += slash ? -1 : 1;
    else if (folds === 0 && name === "div" && (divs > 0 || whole === '<div class="body">'))
      divs += slash ? -1 : 1;
    if (!inline.has(name)) spoken.push(" ");
  }
  // All that our pages write as a reference ends a word.
  return spoken.join("").replace(/&[a-z0-9#]{1,8};/g, " ");
}

// Our pages escape "<" and ">" in attributes.
const tag = /<(\/?)([a-z0-9]+)\b[^<>]*>/g;

const inline = new Set("a b bdi code del em i ins kbd mark s span strong sub sup u".split(" "));
