import type { Json, ToolCall } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { label } from "../builders.js";
import { cutCode } from "../cut.js";
import type { Content } from "../nodes.js";
import type { Scope } from "../scope.js";
import { isLegible, isShort } from "../text.js";

/** An argument that stands for its call in a line. */
export interface TellingArgument {
  /** Its name; absent where the arguments are a single text. */
  name?: string;
  text: string;
}

/** The first argument that is a text, if possible one that a line can hold: models write what matters first. */
export function tellingArgument({ input, rawInput }: ToolCall): TellingArgument | undefined {
  const named = Object.entries(objectOf(input) ?? {}).flatMap(([name, text]): TellingArgument[] =>
    typeof text === "string" ? [{ name, text }] : [],
  );
  const single = rawInput ?? (typeof input === "string" ? input : undefined);
  const texts = [...named, ...(single === undefined ? [] : [{ text: single }])].filter(({ text }) =>
    isLegible(text),
  );
  return texts.find(({ text }) => isShort(text)) ?? texts[0];
}

/** The call without an argument. */
export function withoutArgument(call: ToolCall, { name }: TellingArgument): ToolCall {
  const { input, rawInput: _, ...rest } = call;
  const fields = objectOf(input);
  if (name === undefined || !fields) return rest;
  const { [name]: __, ...others } = fields;
  return Object.keys(others).length > 0 ? { ...rest, input: others } : rest;
}

/** The arguments of a call, except the texts that are shown already. */
export function* argumentBlocks(
  { input, rawInput }: ToolCall,
  shown: Iterable<string>,
  scope: Scope,
): Generator<Content> {
  const rest = input === undefined ? undefined : without(input, new Shown(shown));
  const { texts, values } = split(rest);
  if (values !== undefined || rawInput !== undefined) yield label("Input");
  if (rawInput !== undefined) yield* cutCode(rawInput, scope, "change");
  if (values !== undefined) yield* cutCode(jsonOf(values), scope, "change", "json");
  for (const [name, text] of texts) {
    yield label(name);
    yield* cutCode(text, scope, "change");
  }
}

/** Long texts read badly in JSON, with its `\n`, so each follows on its own, named by its place. */
function split(input: Json | undefined): { texts: [string, string][]; values?: Json | undefined } {
  const texts: [string, string][] = [];
  const take = (value: Json, place: string): Json | undefined => {
    if (typeof value === "string") {
      if (place === "" || !value.includes("\n")) return value;
      texts.push([place, value]);
      return undefined;
    }
    if (Array.isArray(value)) {
      const left = value.map((item, index) => take(item, `${place}[${index}]`));
      return keep(
        left.filter((item) => item !== undefined),
        value.length,
      );
    }
    const object = objectOf(value);
    if (!object) return value;
    const left = Object.entries(object).flatMap(([name, item]): [string, Json][] => {
      const rest = take(item, place === "" ? name : `${place}.${name}`);
      return rest === undefined ? [] : [[name, rest]];
    });
    return keep(left, Object.keys(object).length) && Object.fromEntries(left);
  };
  return { texts, values: input === undefined ? undefined : take(input, "") };
}

/** A list of which something is left, or that was empty before. */
function keep<T>(left: T[], before: number): T[] | undefined {
  return left.length > 0 || before === 0 ? left : undefined;
}

function jsonOf(value: Json): string {
  const short = JSON.stringify(value);
  return short.length <= 80 ? short : JSON.stringify(value, null, 2);
}

// In characters. Looking for thousands of words in a long text takes long; what is not looked for is shown.
const mostSearched = 50_000_000;

/** Texts that are shown elsewhere. */
class Shown {
  readonly #text: string;
  readonly #lines: ReadonlySet<string>;
  #searched = 0;

  constructor(texts: Iterable<string>) {
    this.#text = [...texts].join("\n");
    this.#lines = new Set(this.#text.split("\n").map((line) => line.trim()));
  }

  /** True when each line of a text is shown; its first and last may be parts of lines. */
  has(text: string): boolean {
    const lines = text.split("\n").map((line) => line.trim());
    const ends = [lines.shift() ?? "", lines.pop() ?? ""];
    return (
      this.#text !== "" &&
      lines.every((line) => line === "" || this.#lines.has(line)) &&
      ends.every((line) => this.#lines.has(line) || this.#isWithin(line))
    );
  }

  #isWithin(part: string): boolean {
    if (this.#searched > mostSearched) return false;
    this.#searched += this.#text.length;
    return this.#text.includes(part);
  }
}

/** The value without the texts that are shown; undefined when nothing is left. */
function without(value: Json, shown: Shown): Json | undefined {
  if (typeof value === "string") return shown.has(value) ? undefined : value;
  if (Array.isArray(value)) {
    const left = value.map((item) => without(item, shown)).filter((item) => item !== undefined);
    return left.length > 0 ? left : undefined;
  }
  const object = objectOf(value);
  if (!object) return value;
  const left = Object.entries(object).flatMap(([name, item]): [string, Json][] => {
    const rest = without(item, shown);
    return rest === undefined ? [] : [[name, rest]];
  });
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}
