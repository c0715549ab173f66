import type { Draft } from "./draft.js";

/**
 * Tells what a person typed from what the tool put in its place. The tool notes each prompt behind the model's
 * item (0.34 of 2025 to 0.169); an item that it does not note is no prompt, whatever it reads like.
 */
export class Prompts {
  /** Messages that read like prompts and are not noted so far. */
  #open: Draft[] = [];
  #areNoted = false;

  /** Adds a message that reads like a prompt. */
  add(draft: Draft): void {
    this.#open.push(draft);
  }

  /** Notes that a person typed a text, whatever it reads like: that of a message, if one has it. */
  note(text: string, draft: Draft | undefined): void {
    this.#areNoted = true;
    this.#open = this.#open.filter((each) => each !== draft);
    if (draft && !draft.isPrompt) confirm(text, draft);
  }

  /** The model answers: prompts before that come from where none is noted, such as a file of early 2025. */
  answer(): void {
    if (!this.#areNoted) this.#open = [];
  }

  /** Marks what is not noted in a file that notes prompts. */
  settle(): void {
    if (this.#areNoted) for (const draft of this.#open) reject(draft);
    this.#open = [];
  }

  /** Ends a file, or the part of it that was not taken back. */
  end(): void {
    this.settle();
    this.#areNoted = false;
  }
}

/** The tool notes one of the texts, or all of them as one. */
function confirm(text: string, draft: Draft): void {
  const texts = draft.message.parts.filter((part) => part.type === "text");
  const typed = texts.filter((part) => part.text.trim() === text.trim());
  for (const part of typed.length > 0 ? typed : texts) delete part.synthetic;
  delete draft.message.synthetic;
  draft.isPrompt = true;
}

function reject(draft: Draft): void {
  for (const part of draft.message.parts) if (part.type === "text") part.synthetic ??= "context";
  draft.message.synthetic = "context";
  draft.isPrompt = false;
}
