import type { Branch, JsonObject } from "@chatexport/core";
import { numberOf, textOf, wordOf } from "@chatexport/core/read";
import { conversationTypes, type Entry } from "../records/records.js";
import {
  handsOverPlan,
  isBoundary,
  isPartial,
  KeptTail,
  keptEnds,
  responseIdOf,
  retractedBy,
  type TurnKind,
  turnKind,
} from "./turn-rules.js";

/*
 * The records of a transcript form a tree by `parentUuid`, but most of its forks are none: one
 * response is several records, parallel calls hang their results on different ones, and progress,
 * hooks and notes come in between. So the tree is contracted to what can really fork: prompts of a
 * person and responses of the model. Everything else goes where its neighbours go.
 */

/** A prompt or a response: what remains of the tree when everything else is contracted. */
export interface Turn {
  kind: TurnKind;
  /** The first of its entries. */
  entry: Entry;
  parent: Turn | undefined;
  /** In the order of the file. */
  children: Turn[];
  /** Its parent was not in the file, so it hangs on the record before. */
  healed: boolean;
  /** The tool took it back, so that what follows it hangs on its parent. */
  retracted: boolean;
  /** The turn itself, or the nearest one above it that was not taken back. */
  standing: Turn | undefined;
  line: Line | undefined;
}

/** A line of the conversation: the active one or one that was left. */
export interface Line {
  /** In the order of the file. */
  positions: Position[];
  /** Set on a line that was left. */
  branch?: {
    reason: Branch["reason"];
    /** The turn of another line that it follows. */
    from?: Turn;
  };
}

/** The position of an entry in the contracted tree. */
export interface Position {
  entry: Entry;
  /** The turn that it belongs to or follows; none outside the tree. */
  turn?: Turn | undefined;
  /** It is part of the turn rather than something after it. */
  own?: boolean;
  /** The position of the parent, for entries that are no turn. */
  above?: Position | undefined;
  /** The only turn that hangs below it; null when there are several. */
  below?: Turn | null | undefined;
}

/** The turns of a transcript, and the positions of its entries among them. */
export class TurnTree {
  readonly turns: Turn[] = [];
  /** Of all entries. */
  readonly positions: Position[] = [];
  readonly byUuid = new Map<string, Position>();
  /** Entries whose parent is in no record before them. */
  readonly healed: Entry[] = [];
  /** The records before which the context was cleared, so that they have no parent. */
  readonly cleared = new Set<JsonObject>();
  readonly #retracted: ReadonlySet<string>;
  readonly #namesLines: boolean;
  /** The last turn of each response. */
  readonly #responses = new Map<string, Turn>();
  /** The number of turns that have followed one that already had another after it. */
  #forks = 0;
  /** The end of the answers to a prompt, as long as there are no further forks. */
  readonly #ends = new Map<Turn, { end: Turn; forks: number }>();
  readonly #keptTail = new KeptTail<Position>();
  #previous: Position | undefined;
  /** The last record before the context was cleared, beyond which nobody can go back. */
  #start: Position | undefined;
  #answer: JsonObject | undefined;
  /** Some record has named its parent. */
  #isLinked = false;

  /**
   * Contracts the conversation in a transcript to its turns; `retracted` are the uuids of what was taken back. With
   * `namesLines` the tool names the active line, and a prompt without a parent begins another one.
   */
  constructor(entries: readonly Entry[], retracted: ReadonlySet<string>, namesLines: boolean) {
    this.#retracted = retracted;
    this.#namesLines = namesLines;
    for (const entry of entries)
      this.positions.push(isLink(entry.record) ? this.#link(entry) : { entry });
  }

  #link(entry: Entry): Position {
    const { record } = entry;
    const previous = this.#previous;
    const named = textOf(record.parentUuid) ?? textOf(record.logicalParentUuid);
    const parent =
      named === undefined ? undefined : (this.#keptTail.get(named) ?? this.byUuid.get(named));
    const isRoot = named === undefined && this.#startsOver(record);
    if (isRoot && handsOverPlan(record, this.#answer)) this.#start = previous;
    if (isRoot && this.#start) this.cleared.add(record);
    const before = isBoundary(record) ? this.#summedUp(record, parent) : parent;
    const isHealed = named !== undefined && parent === undefined && previous !== undefined;
    if (isHealed) this.healed.push(entry);
    this.#isLinked ||= parent !== undefined;

    const position = this.#place(entry, before ?? (isRoot ? this.#start : previous), isHealed);
    const uuid = textOf(record.uuid);
    if (uuid) this.byUuid.set(uuid, position);
    this.#keptTail.follow(record, position, position.own === true);
    this.#previous = position;
    if (record.type === "assistant") this.#answer = record;
    return position;
  }

  /**
   * A rewind to the very start writes a prompt without a parent, and so does the prompt after a first one
   * that was taken back; so did resuming before 2.0. Before the first link only `promptId`, which the tool
   * alone writes, tells that the file has links at all.
   */
  #startsOver(record: JsonObject): boolean {
    const major = numberOf(Number.parseInt(wordOf(record.version), 10));
    return (
      (this.#isLinked || textOf(record.promptId) !== undefined) &&
      (this.#namesLines || (major !== undefined && major >= 2)) &&
      record.parentUuid === null &&
      record.sessionId === this.#previous?.entry.record.sessionId &&
      turnKind(record) === "prompt"
    );
  }

  /**
   * The end of the part of the conversation that a boundary is about. When it sums up the first turns alone,
   * those that were kept are between them and the boundary, which goes on after them (2.1.330). When it sums
   * up the last ones, these do.
   */
  #summedUp(boundary: JsonObject, named: Position | undefined): Position | undefined {
    const orderOf = (position: Position | undefined) =>
      position === undefined ? -1 : this.positions.lastIndexOf(position);
    const kept = Array.from(keptEnds(boundary), (uuid) => this.byUuid.get(uuid));
    const last = kept.sort((a, b) => orderOf(a) - orderOf(b)).at(-1);
    if (last && orderOf(last) > orderOf(named)) return last;
    return isPartial(boundary) ? this.#previous : named;
  }

  #place(entry: Entry, above: Position | undefined, healed: boolean): Position {
    const { record } = entry;
    const kind = turnKind(record);
    const retracted = this.#retracted.has(textOf(record.uuid) ?? "");
    const named = above?.turn;
    // A record that was taken back goes on only in others that were taken back.
    const parent = retracted || !(kind || retractedBy(record)) ? named : named?.standing;
    // A record that was taken back is never claimed by what hangs below it.
    const below = retracted ? null : undefined;
    if (!kind) return { entry, above, turn: parent, own: false, below };

    const responseId = kind === "response" ? responseIdOf(record) : undefined;
    const response = this.#responses.get(responseId ?? "");
    const fragmentOf = response?.retracted === retracted ? response : undefined;
    // Some writers give one id to all responses: fragments hang below their response or beside it.
    if (fragmentOf && (parent === fragmentOf || parent === fragmentOf.parent))
      return { entry, above, turn: fragmentOf, own: true, below };
    const turn: Turn = {
      kind,
      entry,
      parent: kind === "prompt" ? this.#answered(parent) : parent,
      children: [],
      healed,
      retracted,
      standing: undefined,
      line: undefined,
    };
    turn.standing = retracted ? turn.parent?.standing : turn;
    // The line of a turn never goes on with a child that was taken back.
    if (turn.parent?.retracted === retracted) {
      if (turn.parent.children.length > 0) this.#forks++;
      turn.parent.children.push(turn);
    }
    this.turns.push(turn);
    if (responseId !== undefined) this.#responses.set(responseId, turn);
    claim(above, turn);
    return { entry, above, turn, own: true, below };
  }

  /**
   * The turn that a prompt follows. After an API error the tool may hang the next prompt on the
   * error's own record, beside the answer that came in the end (seen in 2.1): then it follows that
   * answer.
   */
  #answered(parent: Turn | undefined): Turn | undefined {
    if (parent?.kind !== "prompt") return parent;
    const known = this.#ends.get(parent);
    let end = known?.forks === this.#forks ? known.end : parent;
    for (let answer = end.children.at(-1); answer; answer = end.children.at(-1)) {
      if (end === parent && answer.kind !== "response") break;
      end = answer;
    }
    // Many prompts can hang on one error, and the way down gets longer with each.
    this.#ends.set(parent, { end, forks: this.#forks });
    return end;
  }
}

/** True when the chain can run through a record; a type of tomorrow has the same links. */
function isLink({ type, uuid, parentUuid }: JsonObject): boolean {
  return conversationTypes.has(wordOf(type)) || (uuid !== undefined && parentUuid !== undefined);
}

/** Tells all records between a turn and the one above it that the turn hangs below them. */
function claim(above: Position | undefined, turn: Turn): void {
  for (let position = above; position && !position.own; position = position.above) {
    if (position.below === null || position.below === turn) return;
    position.below = position.below === undefined ? turn : null;
  }
}

/** The line of an entry, once each turn has its line. */
export function lineOf(position: Position): Line | undefined {
  return (position.own ? undefined : position.below?.line) ?? position.turn?.line;
}
