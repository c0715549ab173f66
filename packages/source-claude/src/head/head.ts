import { basename, win32 } from "node:path";
import {
  type Defined,
  defined,
  type JsonObject,
  type Project,
  present,
  type Session,
} from "@chatexport/core";
import {
  listOf,
  objectOf,
  oneLine,
  promptTitle,
  stringOf,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import { isAutomated, isCompactionSummary, userText } from "../records/injected-text.js";
import type { Hints } from "./locator.js";

/** What a title, a place and a time of a session are made from, in listing and in loading alike. */
export class Facts {
  #customTitle: string | undefined;
  #generatedTitle: string | undefined;
  #firstPrompt: string | undefined;
  #firstCommand: string | undefined;
  /** Of a person who sent nothing but a sign. */
  #firstSign: string | undefined;
  #firstAnswer: string | undefined;
  #relocated: string | undefined;
  #worktreeOf: string | undefined;
  readonly #summaries: { text: string; leaf: string | undefined }[] = [];
  cwd: string | undefined;
  branch: string | undefined;
  startedAt: string | undefined;
  updatedAt: string | undefined;

  /** Takes what a record tells; records must come in the order of the file. */
  add(record: JsonObject): void {
    if (record.type === "user") this.#addPrompt(record);
    else if (record.type === "assistant") this.#addAnswer(record);
    else this.addTitle(record);
    this.addEnvelope(record);
  }

  /** Takes what a record about the session tells, of which the last one of its type counts. */
  addTitle(record: JsonObject): void {
    switch (record.type) {
      case "custom-title":
        this.#customTitle = textOf(record.customTitle) ?? this.#customTitle;
        break;
      case "ai-title":
        this.#generatedTitle = textOf(record.aiTitle) ?? this.#generatedTitle;
        break;
      case "summary": {
        const text = textOf(record.summary);
        if (text) this.#summaries.push({ text, leaf: textOf(record.leafUuid) });
        break;
      }
      case "relocated":
        this.#relocated = textOf(record.relocatedCwd) ?? this.#relocated;
        break;
      case "worktree-state":
        this.#worktreeOf =
          textOf(objectOf(record.worktreeSession)?.originalCwd) ?? this.#worktreeOf;
        break;
    }
  }

  /** Takes place, branch and time alone. */
  addEnvelope(record: { cwd?: unknown; gitBranch?: unknown; timestamp?: unknown }): void {
    this.cwd ??= textOf(record.cwd);
    const branch = textOf(record.gitBranch);
    // Outside a branch Git itself says "HEAD".
    if (branch && branch !== "HEAD") this.branch = branch;
    const time = utcTime(record.timestamp);
    if (!time) return;
    if (!this.startedAt || time < this.startedAt) this.startedAt = time;
    if (!this.updatedAt || time > this.updatedAt) this.updatedAt = time;
  }

  /** The start of the conversation is known, so that later prompts need no look. */
  get hasPrompt(): boolean {
    return this.#firstPrompt !== undefined;
  }

  /**
   * The user's own title, else the tool's, else the first prompt. A summary counts only when its
   * last message is in this file: old versions noted summaries of other sessions in it.
   */
  title(isOwn: (uuid: string) => boolean): Defined<Pick<Session, "title" | "titleFrom">> {
    if (this.#customTitle) return { title: this.#customTitle, titleFrom: "user" };
    const summary = this.#summaries.findLast(({ leaf }) => leaf === undefined || isOwn(leaf));
    const generated = this.#generatedTitle ?? summary?.text;
    if (generated) return { title: generated, titleFrom: "generated" };
    const prompt = this.#firstPrompt ?? this.#firstCommand ?? this.#firstSign;
    // Some sub-agents of 2.0.4x have no prompt.
    const first = prompt ?? this.#firstAnswer;
    return first ? { title: first, titleFrom: "first-message" } : {};
  }

  /**
   * The project, from the directories that records name; folder names are never decoded. A worktree
   * belongs to the project that it was made from.
   */
  project(): Project | undefined {
    const path = this.#relocated ?? this.#worktreeOf ?? (this.cwd && withoutWorktree(this.cwd));
    return path ? projectAt(path) : undefined;
  }

  #addAnswer(record: JsonObject): void {
    if (this.#firstAnswer || this.#firstPrompt) return;
    const [text] = textsOf(objectOf(record.message)?.content);
    if (text) this.#firstAnswer = oneLine(text);
  }

  #addPrompt(record: JsonObject): void {
    if (this.#firstPrompt || record.isMeta === true || record.isCompactSummary === true) return;
    if (isAutomated(record)) return;
    for (const text of textsOf(objectOf(record.message)?.content)) {
      if (isCompactionSummary(text)) return;
      for (const part of userText(text)) {
        if (part.type !== "text") continue;
        if (part.synthetic === undefined) {
          this.#firstPrompt ??= titleOfPrompt(part.text);
          if (!this.#firstPrompt) this.#firstSign ??= oneLine(part.text);
        } else if (part.synthetic === "command" && part.text.startsWith("/"))
          this.#firstCommand ??= oneLine(part.text);
      }
    }
  }
}

/** The project that lies at a path, of this system or of Windows. */
export function projectAt(path: string): Project {
  const name = path.includes("\\") ? win32.basename(path) : basename(path);
  return present({ name: textOf(name), path });
}

/** The tool makes its worktrees below the project, in `.claude/worktrees`. */
function withoutWorktree(cwd: string): string {
  const at = cwd.search(/[/\\]\.claude[/\\]worktrees[/\\]/);
  return at > 0 ? cwd.slice(0, at) : cwd;
}

function textsOf(content: unknown): string[] {
  const text = stringOf(content);
  if (text !== undefined) return [text];
  return (listOf(content) ?? []).flatMap(
    (block) => stringOf(block) ?? stringOf(objectOf(block)?.text) ?? [],
  );
}

/** The prompt with which the tool hands an accepted plan to a session of its own (2.1.3x and later). */
const planPrompt = "Implement the following plan:";

/** What a prompt is about, as a title; undefined when it has no word. */
export function titleOfPrompt(text: string): string | undefined {
  const heading = text.startsWith(planPrompt) ? firstHeading(text) : undefined;
  return heading ? oneLine(`Implement the plan: ${heading}`) : promptTitle(text);
}

/** The plan's own name, without "Plan:" before it. */
function firstHeading(text: string): string | undefined {
  const heading = /\n# {1,4}(.{1,300})/.exec(text.slice(0, 2000))?.[1];
  return heading?.replace(/^Plan: /, "").trim();
}

/** A title with who made it. */
type Titled = Defined<Pick<Session, "title" | "titleFrom">>;

/** The title of a session: the user's own, else what the desktop app shows, else what the tool wrote. */
export function titleWith(own: Titled, { userTitle, title, summary }: Hints): Titled {
  if (own.titleFrom === "user") return own;
  if (userTitle) return { title: userTitle, titleFrom: "user" };
  if (title) return { title, titleFrom: "generated" };
  return summary && own.titleFrom !== "generated"
    ? { title: summary, titleFrom: "generated" }
    : own;
}

/** What hints say, where the transcript itself says less. */
export function withHints(session: Session, hints: Hints): Session {
  const { archived, project, native } = hints;
  return {
    ...session,
    ...titleWith(defined({ title: session.title, titleFrom: session.titleFrom }), hints),
    ...defined({ archived, project }),
    ...(native && { native: { ...session.native, ...native } }),
  };
}
