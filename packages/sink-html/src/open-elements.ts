import { html, type Markup } from "./escape.js";

/** An element that can be left and go on further down. */
export interface Element {
  start: Markup;
  /** The markup with which it begins again, without what only its beginning has. */
  again: Markup;
  end: Markup;
}

// A browser skips a portion that is out of sight as a whole. To look at each of thousands of messages
// takes it longer than to lay out this many pieces.
const piecesInPortion = 60;

// So many that what otherwise stays in one portion, a turn or even a message, goes on in the next.
const mostPieces = 150;

const portion = plain(html`<div class="portion">\n`, html`</div>\n`);
const list = plain(html`<ul class="calls">\n`, html`</ul>\n`);

// The levels of elements, from the outside in.
const portionLevel = 0;
const turnLevel = 1;
const messageLevel = 2;
const listLevel = 3;

/** The open elements while a conversation is written: portions of turns of messages with lists of calls. */
export class OpenElements {
  readonly #open: (Element | undefined)[] = [];
  #pieces = 0;

  /** Begins a turn. */
  *beginTurn(turn: Element): Generator<Markup> {
    yield* this.#end(this.#pieces < piecesInPortion ? turnLevel : portionLevel);
    yield* this.#beginPortion();
    yield* this.#begin(turnLevel, turn);
  }

  /** Begins a message. */
  *beginMessage(message: Element): Generator<Markup> {
    yield* this.#end(messageLevel);
    yield* this.#addPiece();
    yield* this.#beginPortion();
    yield* this.#begin(messageLevel, message);
  }

  /** Begins a call in a list. */
  *beginCall(): Generator<Markup> {
    yield* this.#addPiece();
    if (!this.#open[listLevel]) yield* this.#begin(listLevel, list);
  }

  /** Begins anything else that is said or done. */
  *beginOther(): Generator<Markup> {
    yield* this.#end(listLevel);
    yield* this.#addPiece();
  }

  /** Ends a message. */
  endMessage(): Generator<Markup> {
    return this.#end(messageLevel);
  }

  /** Ends all that is open. */
  endAll(): Generator<Markup> {
    return this.#end(portionLevel);
  }

  *#beginPortion(): Generator<Markup> {
    if (!this.#open[portionLevel]) yield* this.#begin(portionLevel, portion);
  }

  *#begin(level: number, element: Element): Generator<Markup> {
    this.#open[level] = element;
    yield element.start;
  }

  /** Counts a piece of a portion; what is open goes on in the next portion when this one is full. */
  *#addPiece(): Generator<Markup> {
    if (++this.#pieces <= mostPieces || !this.#open[portionLevel]) return;
    const interrupted = [...this.#open];
    yield* this.#end(portionLevel);
    for (const [level, element] of interrupted.entries())
      if (element) yield* this.#begin(level, { ...element, start: element.again });
  }

  /** Ends what is open, from the inside out, down to a level. */
  *#end(level: number): Generator<Markup> {
    for (let at = listLevel; at >= level; at--) {
      const end = this.#open[at]?.end;
      if (end) yield end;
      this.#open[at] = undefined;
    }
    if (level === portionLevel) this.#pieces = 0;
  }
}

function plain(start: Markup, end: Markup): Element {
  return { start, again: start, end };
}
