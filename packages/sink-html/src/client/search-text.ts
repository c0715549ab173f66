/*
 * The text of the conversation as the search sees it. It is collected once, in stretches, while the
 * first search already looks at them; a match never goes over the end of a paragraph.
 */

/** A part of the conversation. */
interface Stretch {
  /** Its pieces joined, as the search compares them. */
  text: string;
  /** Texts, and blocks of code as they are: those of diffs are too many. */
  pieces: (Text | Element)[];
  /** The beginning of each piece in the text. */
  starts: number[];
}

/** The number of characters or pieces that fill a stretch, which is collected in a few milliseconds. */
const fullStretch = { characters: 50_000, pieces: 500 };

const paragraphEnd = "\u0000";

const inline = new Set("A B BDI CODE DEL EM I INS KBD S SMALL SPAN STRONG SUB SUP TIME".split(" "));

const collected: Stretch[] = [];
const collecting = collectStretches();

/** All stretches in their order; the rest is collected on the way. */
function* stretches(): Generator<Stretch> {
  for (let index = 0; ; index++) {
    const next = collected[index] ?? collecting.next().value;
    if (next === undefined) return;
    collected[index] = next;
    yield next;
  }
}

/** Collects while the reader still thinks of a word. */
async function collectAhead(): Promise<void> {
  const all = stretches();
  for (;;) {
    const end = performance.now() + turnLength;
    while (performance.now() < end) if (all.next().done) return;
    await pause();
  }
}

/** A text as the search compares it: of the same length, without differences of case and space. */
function comparable(text: string): string {
  const lower = text.toLowerCase();
  return (lower.length === text.length ? lower : lowerEach(text)).replace(/\s/g, " ");
}

/** Some letters have a longer one as their small letter; these stay, so that places stay. */
function lowerEach(text: string): string {
  const letters = Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });
  return letters.join("");
}

function* collectStretches(): Generator<Stretch, undefined> {
  let text = "";
  let pieces: Stretch["pieces"] = [];
  let starts: number[] = [];
  let paragraph: Element | null = null;
  for (const piece of piecesOfConversation()) {
    const itsParagraph = paragraphOf(piece);
    if (itsParagraph !== paragraph) {
      paragraph = itsParagraph;
      if (text.length >= fullStretch.characters || pieces.length >= fullStretch.pieces) {
        yield { text: comparable(text), pieces, starts };
        [text, pieces, starts] = ["", [], []];
      }
      text += paragraphEnd;
    }
    pieces.push(piece);
    starts.push(text.length);
    text += piece.textContent;
  }
  yield { text: comparable(text), pieces, starts };
}

function* piecesOfConversation(): Generator<Text | Element> {
  const root = document.querySelector("#conversation");
  if (root === null) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let node = walker.nextNode();
  while (node !== null) {
    const isBlock = node instanceof Element && isCode(node);
    if (node instanceof Text || (node instanceof Element && isBlock)) yield node;
    node = isBlock ? nextAfter(walker) : walker.nextNode();
  }
}

function isCode(element: Element): boolean {
  return element.tagName === "PRE";
}

/** The next node that is not inside the current one. */
function nextAfter(walker: TreeWalker): Node | null {
  let next = walker.nextSibling();
  while (next === null && walker.parentNode() !== null) next = walker.nextSibling();
  return next;
}

function paragraphOf(piece: Text | Element): Element | null {
  let element = piece instanceof Text ? piece.parentElement : piece;
  while (element !== null && inline.has(element.tagName)) element = element.parentElement;
  return element;
}
