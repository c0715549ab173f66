/** A part of a page that begins with a tag and ends with its end. */
interface OpenPart {
  /** True when its text belongs to a message, and not to a fold in it. */
  isMessage: boolean;
  isSpoken: boolean;
}

const outside: OpenPart = { isMessage: false, isSpoken: false };

/**
 * The words of people, models and their sub-agents on a page of this package, a paragraph in each
 * line: folded text, such as reasoning, calls and their output, is left out. Other pages have none.
 */
export function spokenText(page: string): string {
  const start = page.indexOf('<main id="conversation">');
  if (start < 0) return "";
  const end = page.indexOf("</main>", start);
  const spoken: string[] = [];
  const open: OpenPart[] = [];
  let last = start;
  tag.lastIndex = start;
  for (let found = tag.exec(page); found && found.index < end; found = tag.exec(page)) {
    const [whole, slash, name = ""] = found;
    const within = open.at(-1) ?? outside;
    if (within.isSpoken) spoken.push(page.slice(last, found.index));
    last = tag.lastIndex;
    if (name === "div" || name === "details") {
      if (slash) open.pop();
      else open.push(partOf(whole, name, within));
    }
    if (within.isSpoken && !inline.has(name)) spoken.push("\n");
  }
  return spoken
    .join("")
    .replace(/&([a-z0-9#]{1,8});/g, (_, name: string) => references.get(name) ?? " ")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
}

/** A message of a sub-agent may be in a fold of another one. */
function partOf(tag: string, name: string, { isMessage, isSpoken }: OpenPart): OpenPart {
  if (name === "details") return outside;
  if (tag.startsWith('<div class="message"')) return { isMessage: true, isSpoken: false };
  return { isMessage, isSpoken: isSpoken || (isMessage && tag === '<div class="body">') };
}

/** The characters that our pages write as references. */
const references: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["#39", "'"],
]);

// Our pages escape "<" and ">" in attributes.
const tag = /<(\/?)([a-z0-9]+)\b[^<>]*>/g;

const inline = new Set("a b bdi code del em i ins kbd mark s span strong sub sup u".split(" "));
