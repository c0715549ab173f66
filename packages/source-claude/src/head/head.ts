import {
  defined,
  type JsonObject,
  type Part,
  type Project,
  present,
  type Session,
} from "@chatexport/core";
import {
  nameInPath,
  objectOf,
  oneLine,
  promptTitle,
  textOf,
  topicOf,
  utcTime,
  wordOf,
} from "@chatexport/core/read";
import { isSteering } from "../records/commands.js";
import { isCompactionSummary } from "../records/compaction-summary.js";
import { isAutomated, userText, writerOf } from "../records/injected-text.js";
import { textsOf } from "../records/prompts.js";

/** The facts that a session gives about itself: listing decides them, loading finishes them. */
export interface Head
  extends Pick<Session, "title" | "titleFrom" | "cwd" | "project" | "startedAt" | "updatedAt"> {
  /** The last branch of Git. */
  branch?: string;
}

/** The first words of people, or of the model, each in one line. */
interface Opening {
  prompt?: string | undefined;
  command?: string | undefined;
  /** A command that says nothing of what the session is about. */
  steering?: string | undefined;
  /** A prompt that says nothing, such as "?" or "Hello". */
  sign?: string | undefined;
  /** Some sub-agents of 2.0.4x have no prompt. */
  answer?: string | undefined;
}

/** The facts in a record about the session, by its type. */
const statements = new Map(
  Object.entries<(record: JsonObject) => unknown>({
    "custom-title": ({ customTitle }) => customTitle,
    "ai-title": ({ aiTitle }) => aiTitle,
    relocated: ({ relocatedCwd }) => relocatedCwd,
    "worktree-state": ({ worktreeSession }) =>
      worktreeSession && objectOf(worktreeSession)?.originalCwd,
  }),
);

/** Makes a head from records, which must come in the order of the file. */
export class HeadBuilder {
  /** The last statements of records about the session, by their type. */
  readonly #stated = new Map<unknown, string>();
  readonly #opening: Opening = {};
  /** The opening of sub-agents in the same file; it counts only where the conversation has none. */
  readonly #openingOfAgents: Opening = {};
  readonly #summaries: { text: string; leaf: string | undefined }[] = [];
  #branch: string | undefined;
  #startedAt: string | undefined;
  #updatedAt: string | undefined;
  /** Of the first record that names one. */
  cwd: string | undefined;

  /** Takes what a record tells. */
  add(record: JsonObject): void {
    if (record.type === "user") this.#addPrompt(record);
    else if (record.type === "assistant") this.#addAnswer(record);
    else this.addState(record);
    this.addEnvelope(record);
  }

  /** Takes what a record about the session tells; of each type the last one counts. */
  addState(record: JsonObject): void {
    const { type } = record;
    if (type === "summary") {
      const text = textOf(record.summary);
      if (text) this.#summaries.push({ text, leaf: textOf(record.leafUuid) });
    }
    const statement = statements.get(wordOf(type))?.(record);
    const said = textOf(statement);
    if (said) this.#stated.set(type, said);
    // A worktree that was left.
    else if (statement === null) this.#stated.delete(type);
  }

  /** Takes what was typed at once, as parts. */
  addTyped(parts: readonly Part[], opening: Opening = this.#opening): void {
    for (const part of parts) {
      if (part.type !== "text" || (part.synthetic ?? "command") !== "command") continue;
      const { text, synthetic } = part;
      if (isSteering(part)) opening.steering ??= oneLine(text);
      else if (synthetic === undefined && !text.startsWith("!")) {
        opening.prompt ??= topicOf(text);
        if (!opening.prompt) opening.sign ??= oneLine(text);
      } else if (/^[/!]/.test(text)) opening.command ??= topicOf(text) ?? oneLine(text);
    }
  }

  /** Takes directory, branch and time alone. */
  addEnvelope(record: { cwd?: unknown; gitBranch?: unknown; timestamp?: unknown }): void {
    this.cwd ??= textOf(record.cwd);
    const branch = textOf(record.gitBranch);
    // Outside a branch Git itself says "HEAD".
    if (branch && branch !== "HEAD") this.#branch = branch;
    const time = utcTime(record.timestamp);
    if (!time) return;
    if (!this.#startedAt || time < this.#startedAt) this.#startedAt = time;
    if (!this.#updatedAt || time > this.#updatedAt) this.#updatedAt = time;
  }

  /** The conversation or a sub-agent in the file has a prompt. */
  get hasPrompt(): boolean {
    return this.hasOwnPrompt || this.#openingOfAgents.prompt !== undefined;
  }

  /** The conversation itself has a prompt, so that later ones make no title. */
  get hasOwnPrompt(): boolean {
    return this.#opening.prompt !== undefined;
  }

  /** A person or the tool gave a title, which comes before every prompt. */
  get hasGivenTitle(): boolean {
    return this.#stated.has("custom-title") || this.#stated.has("ai-title");
  }

  /** Some record has a time. */
  get hasTime(): boolean {
    return this.#startedAt !== undefined;
  }

  /** The head, as far as the records tell; `isOwn` says whether a uuid is that of a record of the file. */
  head(isOwn: (uuid: string) => boolean): Head {
    return present({
      ...this.#title(isOwn),
      cwd: this.#stated.get("relocated") ?? this.cwd,
      project: this.#project(),
      branch: this.#branch,
      startedAt: this.#startedAt,
      updatedAt: this.#updatedAt,
    });
  }

  /**
   * The user's own title, else the tool's, else the first prompt. A summary counts only when its
   * last message is in this file: old versions noted summaries of other sessions in it.
   */
  #title(isOwn: (uuid: string) => boolean): Title {
    const own = this.#stated.get("custom-title");
    if (own) return { title: own, titleFrom: "user" };
    const summary = this.#summaries.findLast(({ leaf }) => leaf === undefined || isOwn(leaf));
    const generated = this.#stated.get("ai-title") ?? summary?.text;
    if (generated) return { title: generated, titleFrom: "generated" };
    const first = lineOf(this.#opening) ?? lineOf(this.#openingOfAgents);
    return first ? { title: first, titleFrom: "first-message" } : {};
  }

  /** The project of the session, by the last directory; a worktree belongs to the project it was made from. */
  #project(): Project | undefined {
    const cwd = this.#stated.get("relocated") ?? this.cwd;
    const path = this.#stated.get("worktree-state") ?? (cwd && withoutWorktree(cwd));
    return path ? projectAt(path) : undefined;
  }

  #openingOf(record: JsonObject): Opening {
    return record.isSidechain === true ? this.#openingOfAgents : this.#opening;
  }

  #addAnswer(record: JsonObject): void {
    const opening = this.#openingOf(record);
    if (opening.answer || opening.prompt) return;
    const [text] = textsOf(objectOf(record.message)?.content);
    if (text) opening.answer = promptTitle(text);
  }

  #addPrompt(record: JsonObject): void {
    const opening = this.#openingOf(record);
    if (opening.prompt || record.isMeta === true || record.isCompactSummary === true) return;
    if (isAutomated(record)) return;
    const writer = writerOf(record);
    for (const text of textsOf(objectOf(record.message)?.content)) {
      if (isCompactionSummary(text, writer)) return;
      this.addTyped(userText(text, writer), opening);
    }
  }
}

function lineOf({ prompt, command, steering, sign, answer }: Opening): string | undefined {
  return prompt ?? command ?? steering ?? sign ?? answer;
}

/**
 * A head as listing decided it, so that lists and documents agree, with all times. Only a title
 * that was given comes before its own: it can be where listing does not look.
 */
export function finishedHead(listed: Head, own: Head, hasGivenTitle: boolean, hints: Hints): Head {
  const { startedAt, updatedAt } = own;
  const isOwn = hasGivenTitle || listed.title === undefined;
  const { title, titleFrom } = isOwn ? withHints(own, hints) : listed;
  return present({ ...own, ...listed, title, titleFrom, startedAt, updatedAt });
}

/** The project that lies at a path, of this system or of Windows. */
export function projectAt(path: string): Project {
  return present({ name: nameInPath(path), path });
}

/** The tool makes its worktrees below the project, in `.claude/worktrees`. */
function withoutWorktree(cwd: string): string {
  const at = cwd.search(/[/\\]\.claude[/\\]worktrees[/\\]/);
  return at > 0 ? cwd.slice(0, at) : cwd;
}

/**
 * The beginning of the prompt with which the tool hands over a plan that was accepted: in a session of its
 * own (2.1.3x and later), or further down in the same one (2.1.15 to 2.1.19).
 */
export const planPrompt = "Implement the following plan:";

type Title = Pick<Head, "title" | "titleFrom">;

/** The facts that other files than the transcript give about a session. */
export interface Hints {
  /** The user's own title; one in the transcript comes before it. */
  userTitle?: string;
  /** As the desktop app shows it; counts unless the user gave a title. */
  title?: string;
  /** From an index that can be out of date; counts only where otherwise the first prompt would be the title. */
  summary?: string;
  archived?: boolean;
  project?: Project;
  /** Vendor data for the session. */
  native?: Session["native"];
}

/** The desktop app's notes on a session. */
export interface Sidecar extends Pick<Session, "cwd" | "startedAt" | "updatedAt" | "model"> {
  path: string;
  hints: Hints;
}

/** The head of a session with what other files tell about it. */
export function withHints(head: Head, hints: Hints): Head {
  return { ...head, ...titleWith(head, hints), ...defined({ project: hints.project }) };
}

/** The user's own title, else what the desktop app shows, else what the tool wrote. */
function titleWith({ titleFrom }: Head, { userTitle, title, summary }: Hints): Title {
  if (titleFrom === "user") return {};
  if (userTitle) return { title: userTitle, titleFrom: "user" };
  if (title) return { title, titleFrom: "generated" };
  return summary && titleFrom !== "generated" ? { title: summary, titleFrom: "generated" } : {};
}
