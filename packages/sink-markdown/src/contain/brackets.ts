/** The brackets that are open in a text, which decide whether a `]` ends a link. */
export class Brackets {
  #open = 0;
  /** As many of the outermost brackets cannot become links: there is a link in them. */
  #around = 0;

  /** Whether no bracket is open. */
  get none(): boolean {
    return this.#open === 0;
  }

  /** A `[`. */
  open(): void {
    this.#open++;
  }

  /** A `]`; whether it closes a bracket that may become a link. */
  close(): boolean {
    if (this.#open === 0) return false;
    this.#open--;
    const mayLink = this.#open >= this.#around;
    this.#around = Math.min(this.#around, this.#open);
    return mayLink;
  }

  /** What was closed last became a link, so no bracket around it can. */
  linked(): void {
    this.#around = this.#open;
  }
}
