import { type JsonObject, listOf, numberOf, objectOf, present, textOf } from "@chatexport/core";
import { isCompactionSummary, userText } from "./injected.js";
import { conversationTypes, type Entry } from "./records.js";

/*
 * The records of a transcript form a tree by `parentUuid`, but most of its forks are none: one
 * response is several records, parallel calls hang their results on different ones, and progress,
 * hooks and notes stand in between. So the tree is contracted to what can really fork: prompts of a
 * person and responses of the model. Everything else goes where its neighbours go.
 */

/** A prompt or a response: what remains of the tree when everything else is contracted. */
interface Turn {
  kind: "prompt" | "response";
  parent: Turn | undefined;
  /** In the order of the file. */
  children: Turn[];
  /** Its parent was not in the file, so it hangs on the record before. */
  healed: boolean;
  line: Line | undefined;
}

/** An entry on its line. */
export interface PlacedEntry extends Entry {
  /** The same object for all fragments of one response, and for nothing else. */
  turn?: object;
}

/** A line of the conversation: the active one or one that was left. */
export interface Line {
  /** The entries of the line in the order of the file. */
  entries: PlacedEntry[];
  /** Set on a line that was left. */
  branch?: {
    reason: "rewind" | "retry" | "orphan";
    /** The turn of another line that it follows. */
    from?: object;
  };
}

/** The conversation of a transcript. */
export interface Conversation {
  active: Line;
  /** The lines that were left, in the order in which they begin. */
  branches: Line[];
  /** Entries whose parent is in no record before them. */
  healed: Entry[];
}

/**
 * Sorts the entries of one lane (the main one, or that of a sub-agent) into lines. `leaf` is the
 * uuid at which the tool itself says that the active line ends.
 */
export function conversationOf(entries: readonly Entry[], leaf?: string): Conversation {
  const tree = contract(entries);
  const active: Line = { entries: [] };
  for (let turn = activeLeaf(entries, tree, leaf); turn; turn = turn.parent) turn.line = active;

  const branches: Line[] = [];
  // Parents come before their children, so a turn's parent has its line already.
  for (const turn of tree.turns) {
    if (turn.line) continue;
    const parentLine = turn.parent?.line ?? active;
    if (parentLine !== active && turn.parent?.children.at(-1) === turn) turn.line = parentLine;
    else {
      const branch = present({ reason: reasonOf(turn), from: turn.parent });
      turn.line = { entries: [], branch };
      branches.push(turn.line);
    }
  }

  const healed: Entry[] = [];
  for (const [index, entry] of entries.entries()) {
    const place = tree.places[index];
    const line = place ? lineOf(place) : undefined;
    const turn = place?.own ? place.turn : undefined;
    (line ?? active).entries.push(turn ? { ...entry, turn } : entry);
    if (place?.healed) healed.push(entry);
  }
  return { active, branches, healed };
}

/** Where an entry stands in the contracted tree. */
interface Place {
  /** The turn that it belongs to or follows. */
  turn: Turn | undefined;
  /** It is part of the turn rather than something after it. */
  own: boolean;
  healed: boolean;
  /** The place of the parent, for entries that are no turn. */
  above: Place | undefined;
  /** The only turn that hangs below it; null when there are several. */
  below: Turn | null | undefined;
}

interface Contracted {
  turns: Turn[];
  /** By index of the entry; undefined for entries outside the tree. */
  places: (Place | undefined)[];
}

function contract(entries: readonly Entry[]): Contracted {
  const turns: Turn[] = [];
  const places: (Place | undefined)[] = [];
  const byUuid = new Map<string, Place>();
  const responses = new Map<string, Turn>();
  let previous: Place | undefined;
  let linked = false;

  for (const [index, { record }] of entries.entries()) {
    if (!isLink(record)) {
      places.push(undefined);
      continue;
    }
    const named = textOf(record.parentUuid) ?? textOf(record.logicalParentUuid);
    const parent = named === undefined ? undefined : byUuid.get(named);
    const isStart = named === undefined && startsOver(record, linked, entries[0]?.record);
    const above = parent ?? (isStart ? undefined : previous);
    const healed = named !== undefined && parent === undefined && index > 0;
    linked ||= parent !== undefined;

    const place = placeOf(record, above, healed, responses, turns);
    places.push(place);
    const uuid = textOf(record.uuid);
    if (uuid) byUuid.set(uuid, place);
    previous = place;
  }
  return { turns, places };
}

/** Whether the chain can run through a record; a type of tomorrow has the same links. */
function isLink({ type, uuid, parentUuid }: JsonObject): boolean {
  return conversationTypes.has(String(type)) || (uuid !== undefined && parentUuid !== undefined);
}

function placeOf(
  record: JsonObject,
  above: Place | undefined,
  healed: boolean,
  responses: Map<string, Turn>,
  turns: Turn[],
): Place {
  const kind = turnKind(record);
  const parent = above?.turn;
  if (!kind) return { turn: parent, own: false, healed, above, below: undefined };

  const responseId = kind === "response" ? responseIdOf(record) : undefined;
  const fragmentOf = responseId === undefined ? undefined : responses.get(responseId);
  // Some writers give one id to all responses: fragments stand below their response or beside it.
  if (fragmentOf && (parent === fragmentOf || parent === fragmentOf.parent)) {
    return { turn: fragmentOf, own: true, healed, above, below: undefined };
  }
  const turn: Turn = {
    kind,
    parent: kind === "prompt" ? answered(parent) : parent,
    children: [],
    healed,
    line: undefined,
  };
  turn.parent?.children.push(turn);
  turns.push(turn);
  if (responseId !== undefined) responses.set(responseId, turn);
  claim(above, turn);
  return { turn, own: true, healed, above, below: undefined };
}

/**
 * What a prompt follows. After an API error the tool may hang the next prompt on the error's own
 * record, beside the answer that came in the end (seen in 2.1): then it follows that answer.
 */
function answered(parent: Turn | undefined): Turn | undefined {
  if (parent?.kind !== "prompt") return parent;
  let end = parent;
  for (let answer = end.children.at(-1); answer; answer = end.children.at(-1)) {
    if (end === parent && answer.kind !== "response") break;
    end = answer;
  }
  return end;
}

/** Tells all records between a turn and the one above it that the turn hangs below them. */
function claim(above: Place | undefined, turn: Turn): void {
  for (let place = above; place && !place.own; place = place.above) {
    if (place.below === null || place.below === turn) return;
    place.below = place.below === undefined ? turn : null;
  }
}

function lineOf(place: Place): Line | undefined {
  return (place.own ? undefined : place.below?.line) ?? place.turn?.line;
}

/** A rewind to the very start writes a prompt without a parent; so did resuming before 2.0. */
function startsOver(record: JsonObject, linked: boolean, first: JsonObject | undefined): boolean {
  const major = numberOf(Number.parseInt(String(record.version), 10));
  return (
    linked &&
    major !== undefined &&
    major >= 2 &&
    record.parentUuid === null &&
    record.sessionId === first?.sessionId &&
    turnKind(record) === "prompt"
  );
}

function turnKind(record: JsonObject): Turn["kind"] | undefined {
  if (record.type === "assistant") return "response";
  if (record.type !== "user" || record.isMeta === true || record.isCompactSummary === true)
    return undefined;
  return isPrompt(objectOf(record.message)?.content) ? "prompt" : undefined;
}

function isPrompt(content: unknown): boolean {
  if (typeof content === "string") return isHuman(content);
  const blocks = listOf(content) ?? [];
  if (blocks.some((block) => objectOf(block)?.type === "tool_result")) return false;
  return blocks.some((block) => {
    if (typeof block === "string") return isHuman(block);
    const { type, text } = objectOf(block) ?? {};
    return type === "image" || type === "document" || (typeof text === "string" && isHuman(text));
  });
}

function isHuman(text: string): boolean {
  if (isCompactionSummary(text)) return false;
  return userText(text).some((part) => part.type === "text" && part.synthetic === undefined);
}

/** All fragments of a response share an id, unless the writer gave none. */
function responseIdOf(record: JsonObject): string | undefined {
  return textOf(objectOf(record.message)?.id) ?? textOf(record.requestId);
}

/**
 * The turn at which the active line ends: the latest one in the file, unless the tool names the
 * leaf of another line.
 */
function activeLeaf(
  entries: readonly Entry[],
  { places }: Contracted,
  leaf: string | undefined,
): Turn | undefined {
  const latest = places.findLast((place) => place?.own)?.turn;
  const end = latest && descend(latest);
  const named =
    leaf === undefined
      ? undefined
      : places[entries.findLastIndex(({ record }) => record.uuid === leaf)]?.turn;
  // A leaf that the line passes through is only an old note.
  return named && !isAbove(named, end) ? descend(named) : end;
}

function descend(turn: Turn): Turn {
  let end = turn;
  for (let next = end.children.at(-1); next; next = end.children.at(-1)) end = next;
  return end;
}

function isAbove(ancestor: Turn, turn: Turn | undefined): boolean {
  for (let at = turn; at; at = at.parent) if (at === ancestor) return true;
  return false;
}

function reasonOf(turn: Turn): "rewind" | "retry" | "orphan" {
  if (turn.healed) return "orphan";
  return turn.kind === "prompt" ? "rewind" : "retry";
}
