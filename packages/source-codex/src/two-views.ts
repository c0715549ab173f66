import type { Message, Part } from "@chatexport/core";
import { addToList } from "@chatexport/core/read";
import type { Holder } from "@chatexport/core/source";
import type { Draft } from "./draft.js";
import type { CodexRecord } from "./records.js";

/** The kind of a text. */
export type Kind = "prompt" | "answer" | "plan" | "reasoning";

/** Parts that the tool alone has said so far. */
interface Said {
  record: CodexRecord;
  message: Message;
  parts: readonly Part[];
}

/**
 * The model's and the tool's own view of the same texts. Whichever comes first is kept; a text of the tool is
 * taken back when the model's comes, which says more.
 */
export class TwoViews {
  readonly #tool = new Map<string, Said[]>();
  readonly #model = new Map<string, Draft[]>();

  /** Notes parts that the tool alone has said so far. */
  addTool(kind: Kind, text: string, said: Said): void {
    addToList(this.#tool, keyOf(kind, text), said);
  }

  /** Takes the tool's parts back, as the model says the same. Returns the records that had them. */
  takeBack(kind: Kind, texts: readonly string[]): CodexRecord[] {
    const all = keysOf(kind, texts).flatMap((key) => this.#tool.get(key)?.shift() ?? []);
    for (const { message, parts } of all)
      for (const part of parts) message.parts.splice(message.parts.indexOf(part), 1);
    return all.map(({ record }) => record);
  }

  /** Notes texts of a message of the model, which the tool repeats one by one or as a whole. */
  addModel(kind: Kind, texts: readonly string[], draft: Draft): void {
    for (const key of keysOf(kind, texts)) addToList(this.#model, key, draft);
  }

  /** The nearest message of the model that a text of the tool repeats; each does so once. */
  repeatedBy(kind: Kind, text: string): Draft | undefined {
    return this.#model.get(keyOf(kind, text))?.pop();
  }

  /** Ends a file. Returns the records of what the tool alone has said, with what keeps them. */
  end(): [CodexRecord, Holder][] {
    const left = [...this.#tool.values()].flat();
    this.#tool.clear();
    this.#model.clear();
    return left.map(({ record, message }) => [record, message]);
  }
}

function keyOf(kind: Kind, text: string): string {
  return `${kind} ${text.trim()}`;
}

/** Each text, and all of them as the tool joins them: with nothing between them, or as lines. */
function keysOf(kind: Kind, texts: readonly string[]): string[] {
  const all = texts.length < 2 ? texts : [...texts, texts.join(""), texts.join("\n")];
  return [...new Set(all)].map((text) => keyOf(kind, text));
}
