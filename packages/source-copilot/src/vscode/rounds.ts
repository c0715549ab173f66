import { type Json, type JsonObject, type Part, present } from "@chatexport/core";
import {
  attempt,
  groupBy,
  listOf,
  objectOf,
  objectsOf,
  stringOf,
  textOf,
} from "@chatexport/core/read";
import { base64Of, renderedText } from "./values.js";

/** A call as the model made it, with what it saw of the result. */
export interface ModelCall {
  id: string;
  name: string;
  input?: Json;
  rawInput?: string;
  result?: Part[];
  /** How it ended, where the extension says so in the place of a result. */
  ended?: "failed" | "cancelled";
  /** Its arguments were wrong, so that the tool was never asked. */
  isRefused?: boolean;
}

/** What the extension notes of its calls of the model: arguments and results stand nowhere else. */
export class Rounds {
  readonly #rounds: readonly JsonObject[];
  readonly #shown: ReadonlyMap<JsonObject, ModelCall>;
  /** The calls that no item shows. */
  readonly hidden: readonly ModelCall[];

  constructor(metadata: JsonObject, items: readonly JsonObject[]) {
    this.#rounds = objectsOf(metadata.toolCallRounds);
    const results = objectOf(metadata.toolCallResults) ?? {};
    const calls = this.#rounds.flatMap(({ toolCalls }) =>
      objectsOf(toolCalls).map((call) => callOf(call, results)),
    );
    const isCall = ({ kind }: JsonObject) => `${kind}`.startsWith("toolInvocation");
    this.#shown = shownCalls(items.filter(isCall), calls);
    const shown = new Set(this.#shown.values());
    this.hidden = calls.filter((call) => !shown.has(call));
  }

  /** The call that an item of the answer shows. */
  call(item: JsonObject): ModelCall | undefined {
    return this.#shown.get(item);
  }

  /** What the model said in each round. */
  texts(): string[] {
    return this.#rounds.flatMap(({ response }) => textOf(response) ?? []);
  }

  /** What was encrypted of some reasoning. */
  encrypted(thinkingId: string | undefined): string | undefined {
    if (thinkingId === undefined) return undefined;
    const thinking = this.#rounds.map((round) => objectOf(round.thinking));
    return textOf(thinking.find((each) => each?.id === thinkingId)?.encrypted);
  }
}

/** The calls that items show: those with their ids, else the next ones of the same tool. */
function shownCalls(
  items: readonly JsonObject[],
  calls: readonly ModelCall[],
): Map<JsonObject, ModelCall> {
  const shown = new Map<JsonObject, ModelCall>();
  const byId = new Map(calls.map((call) => [withoutSuffix(call.id), call]));
  const left = new Set(calls);
  const others = items.filter((item) => {
    const id = textOf(item.toolCallId);
    const call = id === undefined ? undefined : byId.get(withoutSuffix(id));
    if (call && left.delete(call)) shown.set(item, call);
    // The calls of an agent are in no round of this answer.
    return !shown.has(item) && [undefined, id].includes(textOf(item.subAgentInvocationId));
  });
  const byTool = groupBy(left, ({ name }) => plain(name));
  for (const [tool, own] of groupBy(others, ({ toolId }) => plain(textOf(toolId) ?? "unknown"))) {
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

function callOf(call: JsonObject, results: JsonObject): ModelCall {
  const id = textOf(call.id) ?? "";
  const given = call.arguments;
  const parsed = typeof given === "string" ? attempt((): Json => JSON.parse(given)) : given;
  const input = objectOf(parsed);
  const stored = objectOf(results[id] ?? results[withoutSuffix(id)]);
  return present<ModelCall>({
    id,
    name: textOf(call.name) ?? "unknown",
    input,
    rawInput: input ? undefined : textOf(given),
    ...(stored && endOf((listOf(stored.content) ?? []).flatMap(resultParts))),
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

function resultParts(value: Json): Part[] {
  const block = objectOf(value) ?? {};
  const mediaType = textOf(block.mimeType);
  const data = mediaType === undefined ? undefined : base64Of(block.data);
  if (mediaType !== undefined && data !== undefined)
    return [{ type: "file", mediaType, data, from: "tool" }];
  const text = stringOf(block.value) ?? renderedText(block.value ?? value);
  return text === "" ? [] : [{ type: "text", text }];
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
  return synonyms[own] ?? own;
}

const synonyms: Readonly<Record<string, string>> = {
  replacestringinfile: "replacestring",
  multireplacestringinfile: "multireplacestring",
  inserteditintofile: "insertedit",
  findtextinfiles: "grepsearch",
  findfiles: "filesearch",
  searchcodebase: "semanticsearch",
  listdirectory: "listdir",
  vscodefetchwebpageinternal: "fetchwebpage",
};
