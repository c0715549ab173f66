import type { Branch, Message } from "@chatexport/core";
import { getOrAdd, textOf } from "@chatexport/core/read";
import type { CliEvent } from "./event.js";

/** The place of an event: in its line, and in the file. */
interface Place {
  line: Line;
  index: number;
  at: CliEvent["at"];
}

/** Events that follow each other, as one process wrote them. */
interface Line {
  /** The event that its first one follows. */
  from?: Place;
  places: Place[];
  /** The id of its last event. */
  tip?: string;
  /** The place of its last prompt. */
  lastPrompt?: number;
}

/** A session as its lines: the one that ends last, and what was said beside it. */
export interface Conversations {
  messages: Message[];
  branches: Branch[];
}

/**
 * Tells apart what several processes wrote into one file: each follows its own last event. Debug events
 * follow nothing, and an event without a parent in the file follows the one before it.
 */
export class Lines {
  readonly #byId = new Map<string, Place>();
  /** Of the events that became messages. */
  readonly #byRecord = new Map<unknown, Place>();
  readonly #first: Line = { places: [] };
  readonly #forks: Line[] = [];
  #count = 0;
  #last = this.#first;

  /** Notes an event; all events of a file are noted in its order. */
  add({ id, at, type, raw }: CliEvent): void {
    const line = type.startsWith("model.") ? this.#last : this.#lineOf(id, textOf(raw.parentId));
    const place = { line, index: this.#count++, at };
    line.places.push(place);
    if (type.startsWith("model.")) return;
    line.tip = id;
    this.#byId.set(id, place);
    this.#last = line;
  }

  #lineOf(id: string, parentId: string | undefined): Line {
    const parent = parentId === undefined ? undefined : this.#byId.get(parentId);
    // What stands twice was not said twice.
    if (!parent || this.#byId.has(id)) return this.#last;
    if (parent.line.tip === parentId) return parent.line;
    const fork: Line = { from: parent, places: [] };
    this.#forks.push(fork);
    return fork;
  }

  /** The messages of the lines. One is only a line where prompts are in it and beside it. */
  split(messages: Message[]): Conversations {
    const begun = new Set<unknown>(messages.map(({ origin }) => origin?.at));
    for (const { places } of [this.#first, ...this.#forks])
      for (const place of places) if (begun.has(place.at)) this.#byRecord.set(place.at, place);
    for (const message of messages) {
      const place = this.#placeOf(message);
      if (place && message.role === "user" && !message.synthetic)
        place.line.lastPrompt = place.index;
    }
    for (const fork of this.#forks.toReversed()) {
      const { from, lastPrompt } = fork;
      const isBeside = from && lastPrompt !== undefined && (from.line.lastPrompt ?? 0) > from.index;
      if (from && !isBeside) join(fork, from.line);
    }
    // A damaged record stands in no line.
    const end = this.#placeOf(messages.findLast((message) => this.#placeOf(message)));
    const ends = new Map<Line | undefined, number>();
    for (const { line, index } of stepsTo(end)) ends.set(line, index);
    const isBeside = (message: Message) => {
      const place = this.#placeOf(message);
      return place !== undefined && place.index > (ends.get(place.line) ?? -1);
    };
    const lines = this.#byLine(messages);
    const beside = this.#byLine(messages.filter(isBeside));
    return {
      messages: inOrder(messages.filter((message) => !isBeside(message))),
      branches: [...beside.values()].flatMap((own) => this.#branch(own, lines)),
    };
  }

  #byLine(messages: readonly Message[]): Map<Line | undefined, Message[]> {
    const lines = new Map<Line | undefined, Message[]>();
    for (const message of messages)
      getOrAdd(lines, this.#placeOf(message)?.line, (): Message[] => []).push(message);
    return lines;
  }

  #branch(own: Message[], lines: ReadonlyMap<Line | undefined, Message[]>): Branch[] {
    const [first] = own;
    const begun = this.#placeOf(first);
    if (!first || !begun) return [];
    let shared: Message | undefined;
    for (const { line, index } of stepsTo(begun)) {
      const isBefore = (message: Message) => {
        const at = this.#placeOf(message)?.index ?? 0;
        return at <= index && at < begun.index;
      };
      shared = lines.get(line)?.findLast(isBefore);
      if (shared) break;
    }
    const forkedFrom = shared && { forkedFrom: shared.id };
    return [{ id: first.id, ...forkedFrom, reason: "parallel", messages: inOrder(own, shared) }];
  }

  #placeOf(message: Message | undefined): Place | undefined {
    return this.#byRecord.get(message?.origin?.at);
  }
}

/** An event, and where the line of each one before it was left. */
function* stepsTo(place: Place | undefined): Generator<Place> {
  for (let step = place; step; step = step.line.from) yield step;
}

/** Makes a line that only seemed to be one a piece of the line before it. */
function join({ places, lastPrompt = 0 }: Line, line: Line): void {
  line.lastPrompt = Math.max(line.lastPrompt ?? 0, lastPrompt);
  for (const place of places) {
    place.line = line;
    line.places.push(place);
  }
}

/** The messages, each after the one before it. */
function inOrder(messages: Message[], before?: Message): Message[] {
  for (const [index, message] of messages.entries()) {
    const previous = messages[index - 1] ?? before;
    if (previous) message.parentId = previous.id;
    else delete message.parentId;
  }
  return messages;
}
