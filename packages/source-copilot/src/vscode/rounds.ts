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
}

/** What the extension notes of its calls of the model: arguments and results stand nowhere else. */
export class Rounds {
  readonly #rounds: JsonObject[];
  readonly #byId = new Map<string, ModelCall>();
  readonly #byName: Map<string, ModelCall[]>;

  constructor(metadata: JsonObject) {
    this.#rounds = objectsOf(metadata.toolCallRounds);
    const results = objectOf(metadata.toolCallResults) ?? {};
    for (const call of this.#rounds.flatMap(({ toolCalls }) => objectsOf(toolCalls))) {
      const made = callOf(call, results);
      this.#byId.set(made.id, made);
    }
    this.#byName = groupBy(this.#byId.values(), ({ name }) => plain(name));
  }

  /** Takes the call that an item of an answer shows: by its id, else the next one of the same tool. */
  take(id: string, toolId: string): ModelCall | undefined {
    const own = this.#byId.get(id) ?? this.#byId.get(withoutSuffix(id)) ?? this.#next(toolId);
    if (!own) return undefined;
    this.#byId.delete(own.id);
    const named = this.#byName.get(plain(own.name)) ?? [];
    this.#byName.set(
      plain(own.name),
      named.filter((call) => call !== own),
    );
    return own;
  }

  /** The calls that no item shows. */
  left(): ModelCall[] {
    return [...this.#byId.values()];
  }

  #next(toolId: string): ModelCall | undefined {
    return this.#byName.get(plain(toolId))?.[0];
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
function endOf(result: Part[]): Pick<ModelCall, "result" | "ended"> {
  const [part, ...others] = result;
  const text = part?.type === "text" && others.length === 0 ? part.text : "";
  if (text === "The user cancelled the tool call.")
    return { result: [{ type: "text", text, synthetic: "notification" }], ended: "cancelled" };
  const isError = /^ERROR(?: while calling tool)?: /.test(text);
  if (!isError || !text.endsWith("\nPlease check your input and try again.")) return { result };
  return { result, ended: "failed" };
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
