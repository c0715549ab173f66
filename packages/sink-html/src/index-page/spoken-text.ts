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
export async function spokenText(page: AsyncIterable<string>): Promise<string> {
  const spoken: string[] = [];
  const open: OpenPart[] = [];
  for await (const markup of conversationIn(page)) {
    const texts: string[] = [];
    let last = 0;
    for (const { 0: whole, 1: slash, 2: name = "", index } of markup.matchAll(tag)) {
      const within = open.at(-1) ?? outside;
      if (within.isSpoken) texts.push(markup.slice(last, index));
      last = index + whole.length;
      if (name === "div" || name === "details") {
        if (slash) open.pop();
        else open.push(partOf(whole, name, within));
      }
      if (within.isSpoken && !inline.has(name)) texts.push("\n");
    }
    // Joined, for each of them alone would keep the whole piece in memory.
    spoken.push(texts.join(""));
  }
  return spoken
    .join("")
    .replace(/&([a-z0-9#]{1,8});/g, (_, name: string) => references.get(name) ?? " ")
    .replace(/[^\S\n]{2,}|[^\S\n ]/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
}

const start = '<main id="conversation">';
const end = "</main>";

/** The conversation of a page, in pieces of which each ends with a tag. */
async function* conversationIn(page: AsyncIterable<string>): AsyncGenerator<string> {
  let isBegun = false;
  let text = "";
  for await (const piece of page) {
    text += piece;
    if (!isBegun) {
      const at = text.indexOf(start);
      isBegun = at >= 0;
      text = text.slice(isBegun ? at : -start.length);
    }
    const to = isBegun ? text.indexOf(end) : -1;
    if (to >= 0) {
      yield text.slice(0, to);
      return;
    }
    const whole = isBegun ? text.lastIndexOf(">") + 1 : 0;
    yield text.slice(0, whole);
    text = text.slice(whole);
  }
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
