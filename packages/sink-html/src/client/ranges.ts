/** A place in the conversation that has the text that is searched for. */
interface Match {
  stretch: Stretch;
  /** The beginning in the text of the stretch. */
  at: number;
  length: number;
}

/** The range of a match. */
function rangeOf({ stretch, at, length }: Match): StaticRange {
  const start = positionOf(stretch, at);
  const end = positionOf(stretch, at + length - 1);
  return new StaticRange({
    startContainer: start.node,
    startOffset: start.offset,
    endContainer: end.node,
    endOffset: end.offset + 1,
  });
}

/** The range of a match, measurable on the screen. */
function liveRangeOf(match: Match): Range {
  const { startContainer, startOffset, endContainer, endOffset } = rangeOf(match);
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range;
}

/** The text node that holds a character of a stretch. */
function positionOf({ pieces, starts }: Stretch, at: number): { node: Text; offset: number } {
  const index = lastUpTo(starts, at);
  const piece = pieces[index];
  const offset = at - (starts[index] ?? 0);
  if (piece instanceof Text) return { node: piece, offset };
  if (piece === undefined) throw new Error("No such place in the conversation");
  const inside = textsIn(piece);
  return positionOf({ text: "", pieces: inside.texts, starts: inside.starts }, offset);
}

const known = new WeakMap<Element, { texts: Text[]; starts: number[] }>();

/** The text nodes of a block of code, and where in its text each begins. */
function textsIn(code: Element): { texts: Text[]; starts: number[] } {
  const found = known.get(code) ?? { texts: [], starts: [] };
  if (known.has(code)) return found;
  known.set(code, found);
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let length = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!(node instanceof Text)) continue;
    found.texts.push(node);
    found.starts.push(length);
    length += node.length;
  }
  return found;
}

/** Index of the last number that is not above a limit, in a list from small to large. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
