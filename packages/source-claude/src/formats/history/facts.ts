import { type Defined, present, type Session } from "@chatexport/core";
import { oneLine } from "@chatexport/core/read";
import { Facts } from "../../head/head.js";
import { titleOfPrompt } from "../../head/prompt-title.js";
import { type HistoryRow, isCommand } from "./history-rows.js";

/** What the rows of one session tell about it, in listing and in loading alike. */
export class HistoryFacts {
  readonly #envelope = new Facts();
  #firstPrompt: string | undefined;
  #firstCommand: string | undefined;

  /** Takes what a row tells; rows must come in the order of the file. */
  add(row: HistoryRow): void {
    this.#envelope.addEnvelope({ cwd: row.project, timestamp: row.time });
    if (isCommand(row)) this.#firstCommand ??= oneLine(row.display);
    else this.#firstPrompt ??= titleOfPrompt(row.display);
  }

  /** The first prompt, else the first command. */
  get title(): string | undefined {
    return this.#firstPrompt ?? this.#firstCommand;
  }

  /** Place and time. */
  get envelope(): Defined<Pick<Session, "cwd" | "project" | "startedAt" | "updatedAt">> {
    const { cwd, startedAt, updatedAt } = this.#envelope;
    return present({ cwd, project: this.#envelope.project(), startedAt, updatedAt });
  }
}
