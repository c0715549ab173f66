import type { Message, Part } from "@chatexport/core";
import { addToList } from "@chatexport/core/read";
import type { Draft } from "./draft.js";

/** What a text is. */
export type Kind = "prompt" | "answer" | "plan" | "reasoning";

/**
 * The model's and the tool's own view of the same texts. Whichever comes first is kept; a text of the tool is
 * taken back when the model's comes, which says more.
 */
export class TwoViews {
  readonly #tool = new Map<string, { message: Message; parts: readonly Part[] }[]>();
  readonly #model = new Map<string, Draft[]>();

  /** Notes parts that the tool alone has said so far. */
  addTool(kind: Kind, text: string, message: Message, parts: readonly Part[]): void {
    addToList(this.#tool, keyOf(kind, text), { message, parts });
  }

  /** Takes the tool's parts back, as the model says the same. Returns how often there were some. */
  takeBack(kind: Kind, texts: readonly string[]): number {
    const all = keysOf(kind, texts).flatMap((key) => this.#tool.get(key)?.shift() ?? []);
    for (const { message, parts } of all)
      for (const part of parts) message.parts.splice(message.parts.indexOf(part), 1);
    return all.length;
  }

  /** Notes texts of a message of the model, which the tool repeats one by one or as a whole. */
  addModel(kind: Kind, texts: readonly string[], draft: Draft): void {
    for (const key of keysOf(kind, texts)) addToList(this.#model, key, draft);
  }

  /** The nearest message of the model that a text of the tool repeats; each does so once. */
  repeatedBy(kind: Kind, text: string): Draft | undefined {
    return this.#model.get(keyOf(kind, text))?.pop();
  }

  /** Ends a file. Returns how many texts the tool alone has said. */
  end(): number {
    const left = [...this.#tool.values()].flat().length;
    this.#tool.clear();
    this.#model.clear();
    return left;
  }
}

function keyOf(kind: Kind, text: string): string {
  return `${kind} ${text.trim()}`;
}

/** Each text, and all of them as the tool joins them: with nothing between them, or as lines. */
function keysOf(kind: Kind, texts: readonly string[]): string[] {
  const all = [...texts, texts.join(""), texts.join("\n")];
  return [...new Set(all.map((text) => keyOf(kind, text)))];
}
