import type { Message, Part } from "@chatexport/core";
import { addToList } from "@chatexport/core/read";

/**
 * The model's and the tool's own view of the same texts. Whichever comes first is kept; a text of the tool is
 * taken back when the model's comes, which says more.
 */
export class TwoViews {
  readonly #tool = new Map<string, { message: Message; parts: readonly Part[] }[]>();
  readonly #model = new Map<string, number>();

  /** Notes parts that the tool alone has said so far. */
  addTool(key: string, message: Message, parts: readonly Part[]): void {
    addToList(this.#tool, key, { message, parts });
  }

  /** Takes the tool's parts back, as the model says the same. True when there was one. */
  takeBack(key: string): boolean {
    const found = this.#tool.get(key)?.shift();
    if (!found) return false;
    const { parts } = found.message;
    for (const part of found.parts) parts.splice(parts.indexOf(part), 1);
    return true;
  }

  /** Notes texts of a message of the model, which the tool repeats one by one or as a whole. */
  addModel(texts: readonly string[]): void {
    for (const text of new Set([...texts, texts.join("\n")].map((each) => each.trim())))
      this.#model.set(text, (this.#model.get(text) ?? 0) + 1);
  }

  /** Whether a text of the tool repeats one of the model; each does so once. */
  isRepeated(text: string): boolean {
    const left = this.#model.get(text.trim()) ?? 0;
    if (left > 0) this.#model.set(text.trim(), left - 1);
    return left > 0;
  }

  /** Ends a file. Returns how many texts the tool alone has said. */
  end(): number {
    const left = [...this.#tool.values()].flat().length;
    this.#tool.clear();
    this.#model.clear();
    return left;
  }
}
