import { type Json, type JsonObject, type Part, present } from "@chatexport/core";
import { byName, groupBy, objectOf, parseJson, textOf } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import { base64Of, isRenderedTree, readIn, renderedText, wholeText } from "./values.js";

/** A call as the model made it, with what it saw of the result. */
export interface ModelCall {
  id: string;
  name: string;
  /** Which response of the model made it. */
  round: number;
  input?: Json;
  rawInput?: string;
  result?: Part[];
  /** Its outcome, where the extension says so in the place of a result. */
  ended?: "failed" | "cancelled";
  /** Its arguments were wrong, so that the tool was never asked. */
  isRefused?: boolean;
}

/** The extension's notes on its calls of the model: arguments and results are nowhere else. */
export class Rounds {
  /**
   * The words and thoughts of the model in its rounds, where it had any; an answer shows them in
   * this order.
   */
  readonly words: readonly Words[];
  /** The results of calls that no round made, by their ids. */
  readonly otherResults: JsonObject | undefined;
  /** Its thoughts in them. */
  readonly reasons: readonly Words[];
  readonly #shown: ReadonlyMap<Fields, ModelCall>;
  readonly #hidden: readonly ModelCall[];
  // How far the answer has come in each of them.
  #said = 0;
  #thought = 0;
  #told = 0;

  /** Reads the rounds that the metadata of an answer tell of, for the items that show calls. */
  constructor(metadata: Fields | undefined, items: readonly Fields[]) {
    const rounds = metadata?.objects("toolCallRounds") ?? [];
    this.words = rounds.flatMap((each, round) => {
      each.text("id");
      const text = each.string("response") ?? "";
      return text.trim() === "" ? [] : [{ round, text }];
    });
    this.reasons = rounds.flatMap((each, round) => {
      const thinking = each.object("thinking");
      if (!thinking) return [];
      const [id, encrypted] = [thinking.text("id"), thinking.text("encrypted")];
      return [present({ round, text: wholeText(thinking, "text"), id, encrypted })];
    });
    const results = metadata?.object("toolCallResults");
    const calls = rounds.flatMap((each, round) =>
      each.objects("toolCalls").map((call) => callOf(call, results, round)),
    );
    this.#shown = shownCalls(items, calls);
    const shown = new Set(this.#shown.values());
    this.#hidden = calls.filter((call) => !shown.has(call));
    const known = new Set(calls.flatMap(({ id }) => [id, withoutSuffix(id)]));
    this.otherResults = results?.only(...results.names.filter((name) => !known.has(name)));
  }

  /**
   * The call that an item of the answer shows. The words and thoughts of its round come before it.
   */
  call(item: Fields): ModelCall | undefined {
    const call = this.#shown.get(item);
    const isBefore = (each?: Words) => call && each && each.round <= call.round;
    while (isBefore(this.words[this.#said])) this.#said++;
    while (isBefore(this.reasons[this.#thought])) this.#thought++;
    return call;
  }

  /** The place in a text where the next words of the model begin, with their round. */
  said(text: string): { at: number; round: number } | undefined {
    const next = this.words[this.#said];
    const at = next ? beginningIn(text, next.text, this.words[this.#said - 1]?.text) : -1;
    if (!next || at === -1) return undefined;
    this.#said++;
    return { at, round: next.round };
  }

  /** The round of the next reasoning of the model, if it begins so or has that id. */
  thought(text: string, id: string | undefined): number | undefined {
    const next = this.reasons[this.#thought];
    const isNext = next && (next.id === id || beginningIn(text, next.text) === 0);
    if (!isNext) return undefined;
    this.#thought++;
    return next.round;
  }

  /** Takes the next calls that no item shows: those of rounds before one, or all. */
  hidden(round = Number.POSITIVE_INFINITY): ModelCall[] {
    const start = this.#told;
    const isBefore = (call?: ModelCall) => call !== undefined && call.round < round;
    while (isBefore(this.#hidden[this.#told])) this.#told++;
    return this.#hidden.slice(start, this.#told);
  }

  /** The encrypted part of some reasoning. */
  encrypted(thinkingId: string | undefined): string | undefined {
    if (thinkingId === undefined) return undefined;
    return this.reasons.find(({ id }) => id === thinkingId)?.encrypted;
  }
}

/** The words or thoughts of the model in a round. */
export interface Words {
  round: number;
  text: string;
  id?: string;
  encrypted?: string;
}

const tellingLength = 20;

/**
 * The position of a text in a piece of an answer, at its start or behind the end of the last text; -1 where
 * it is not there.
 */
function beginningIn(piece: string, text: string, last = ""): number {
  const start = piece.trimStart();
  const head = text.trimStart().slice(0, tellingLength);
  if (head === "") return -1;
  if (start.startsWith(head) || (start !== "" && head.startsWith(start))) return 0;
  const at = piece.indexOf(head);
  if (at === -1 || last === "") return -1;
  // A short piece is all that comes behind a reference.
  if (last.endsWith(piece.slice(0, at))) return at;
  const end = last.slice(-tellingLength);
  const between = piece.indexOf(end + text.slice(0, tellingLength));
  return between === -1 ? -1 : between + end.length;
}

/** The calls that items show: those with their ids, else the next ones of the same tool. */
function shownCalls(items: readonly Fields[], calls: readonly ModelCall[]): Map<Fields, ModelCall> {
  const shown = new Map<Fields, ModelCall>();
  const byId = new Map(calls.map((call) => [withoutSuffix(call.id), call]));
  const left = new Set(calls);
  const others = items.filter((item) => {
    const id = item.text("toolCallId");
    const call = id === undefined ? undefined : byId.get(withoutSuffix(id));
    if (call && left.delete(call)) shown.set(item, call);
    // The calls of an agent are in no round of this answer.
    return !shown.has(item) && [undefined, id].includes(item.text("subAgentInvocationId"));
  });
  const byTool = groupBy(left, ({ name }) => plain(name));
  for (const [tool, own] of groupBy(others, (item) => plain(item.text("toolId") ?? "unknown"))) {
    const likely = withoutSurplus(byTool.get(tool) ?? [], own.length);
    for (const [index, item] of own.entries()) {
      const call = likely[index];
      if (call) shown.set(item, call);
    }
  }
  return shown;
}

/** Of more calls than there are items: a call that was refused has none, one that failed may have none. */
function withoutSurplus(calls: readonly ModelCall[], count: number): readonly ModelCall[] {
  let surplus = calls.length - count;
  const shown = calls.filter((call) => !(call.isRefused && surplus-- > 0));
  surplus = shown.length - count;
  return shown.filter((call) => !(call.ended === "failed" && surplus-- > 0));
}

function callOf(call: Fields, results: Fields | undefined, round: number): ModelCall {
  const id = call.text("id") ?? "";
  const given = call.json("arguments");
  const input = objectOf(parseJson(given) ?? given);
  const stored = results?.object(id) ?? results?.object(withoutSuffix(id));
  const texts = stored?.texts("content").map((text): Part => ({ type: "text", text }));
  return present<ModelCall>({
    id,
    name: call.text("name") ?? "unknown",
    round,
    input: input ?? (typeof given === "string" ? undefined : given),
    rawInput: input ? undefined : textOf(given),
    ...(stored && endOf(texts?.concat(stored.objects("content").flatMap(resultParts)) ?? [])),
  });
}

/** A result, and what the extension says in its place. */
function endOf(result: Part[]): Pick<ModelCall, "result" | "ended" | "isRefused"> {
  const [part, ...others] = result;
  const text = part?.type === "text" && others.length === 0 ? part.text : "";
  if (text === "The user cancelled the tool call.")
    return { result: [{ type: "text", text, synthetic: "notification" }], ended: "cancelled" };
  const isError = /^ERROR(?: while calling tool)?: /.test(text);
  if (!isError || !text.endsWith("\nPlease check your input and try again.")) return { result };
  return { result, ended: "failed", isRefused: text.startsWith("ERROR: ") };
}

function resultParts(block: Fields): Part[] {
  const mediaType = block.text("mimeType");
  const data = mediaType === undefined ? undefined : readIn(block, "data", base64Of, () => true);
  if (mediaType !== undefined && data !== undefined)
    return [{ type: "file", mediaType, data, from: "tool" }];
  const text = block.string("value") ?? readIn(block, "value", renderedText, isRenderedTree);
  return text ? [{ type: "text", text }] : [];
}

/** The extension makes ids unique: "call_a__vscode-1". */
function withoutSuffix(id: string): string {
  return id.replace(/__vscode-[\d-]{1,40}$/, "");
}

/** The model knows "read_file", the editor "copilot_readFile". */
function plain(name: string): string {
  const own = name
    .replace(/^copilot_/, "")
    .replace(/[_-]/g, "")
    .toLowerCase();
  return synonyms.get(own) ?? own;
}

const synonyms = byName([
  ["replacestring", "replacestringinfile"],
  ["multireplacestring", "multireplacestringinfile"],
  ["insertedit", "inserteditintofile"],
  ["grepsearch", "findtextinfiles"],
  ["filesearch", "findfiles"],
  ["semanticsearch", "searchcodebase"],
  ["listdir", "listdirectory"],
  ["fetchwebpage", "vscodefetchwebpageinternal"],
]);
