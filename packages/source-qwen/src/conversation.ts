import {
  type Message,
  type Part,
  present,
  type Session,
  type ToolCall,
  type Usage,
} from "@chatexport/core";
import {
  Draft,
  type Holder,
  type MessageFacts,
  RecordTree,
  sumOfUsage,
} from "@chatexport/core/source";
import type { ChatRecord } from "./chat-record.js";

/** An answer that the tool noted, and the part that it becomes where no message of the model has it. */
interface NotedAnswer {
  record: ChatRecord;
  text: string;
  part: Part;
  more: MessageFacts;
}

/** A session while its records are read, in the order of the file. */
export class Conversation implements Holder {
  readonly draft = new Draft();
  readonly tree = new RecordTree();
  readonly calls = new Map<string, ToolCall>();
  /** All texts, by which what the tool notes again is told. */
  readonly said: Set<string>;
  readonly noted: NotedAnswer[] = [];
  /** Prompts with names of files, whose own records come next. */
  readonly mentions: ChatRecord[] = [];
  /** The title that was given last. */
  title: Pick<Session, "title" | "titleFrom"> = {};
  sessionId: string | undefined;
  /** Its records are those of a sub-agent of the session. */
  isSubagent = false;
  /** The session that had this one made. */
  parentId: string | undefined;
  /** The session from which records were copied. */
  copiedFrom: string | undefined;
  startedAt: string | undefined;
  updatedAt: string | undefined;
  cwd: string | undefined;
  branch: string | undefined;
  toolVersion: string | undefined;
  usage: Usage | undefined;
  native?: Holder["native"] & object;

  /** `said` are the texts of sub-agents. */
  constructor(said: Iterable<string> = []) {
    this.said = new Set(said);
  }

  /** Notes what a record says of the whole session. */
  meet({ envelope, createdAt }: ChatRecord): void {
    this.startedAt ??= createdAt;
    this.updatedAt = createdAt ?? this.updatedAt;
    this.sessionId ??= envelope.text("sessionId");
    envelope.fitting("sessionId", (id) => id === this.sessionId);
    this.isSubagent = envelope.flag("isSidechain") ?? this.isSubagent;
    this.branch = envelope.text("gitBranch") ?? this.branch;
    this.cwd ??= envelope.text("cwd");
    envelope.fitting("cwd", (cwd) => cwd === this.cwd);
    const version = envelope.text("version");
    this.toolVersion ??= version;
  }

  /** Begins a message, which follows the record that its own record follows. */
  begin(record: ChatRecord, role: Message["role"], parts: Part[], more?: MessageFacts): Message {
    const { envelope } = record;
    const copied = envelope.object("forkedFrom");
    const sessionId = copied?.text("sessionId");
    const messageId = copied?.text("messageUuid");
    this.copiedFrom ??= sessionId;
    const [cwd, toolVersion] = [envelope.text("cwd"), envelope.text("version")];
    const message = this.draft.write(record, role, parts, {
      ...more,
      parentId: this.tree.above(record)?.id,
      cwd: cwd === this.cwd ? undefined : cwd,
      toolVersion: toolVersion === this.toolVersion ? undefined : toolVersion,
      copiedFrom: sessionId && messageId ? { sessionId, messageId } : undefined,
    });
    this.tree.add(record, message);
    this.#remember(parts);
    return message;
  }

  /** Adds a further record of an answer to its message. */
  join(record: ChatRecord, answer: Message, parts: readonly Part[]): void {
    const { id, at, createdAt } = record;
    answer.parts.push(...parts);
    answer.fragments ??= [];
    answer.fragments.push(present({ id: id ?? `line-${at}`, createdAt }));
    this.tree.add(record, answer);
    this.#remember(parts);
  }

  /** Keeps the names of files with the prompt that has them. */
  keepMentions(prompt: Message): void {
    for (const record of this.mentions.splice(0)) {
      record.fields.fitting("userText", (text) => typeof text === "string" && this.said.has(text));
      this.draft.keep(record, prompt);
    }
  }

  /**
   * Ends a turn: what the tool noted of it, and nobody said, gets messages of its own. Where a compaction ends
   * it, with its texts, a noted summary is one of them, or a draft.
   */
  endTurn(compacted?: readonly string[]): void {
    for (const { record, text, part, more } of this.noted.splice(0)) {
      const isSummary = part.type === "compaction";
      const isRepeated = isSummary && compacted?.some((one) => one.includes(text));
      const draft: Part = { type: "notice", level: "info", text, code: "summary" };
      if (isRepeated || this.said.has(text)) this.draft.leaveOut(record, "repeated");
      else
        this.draft.keep(
          record,
          this.begin(record, "system", [isSummary && compacted ? draft : part], more),
        );
    }
  }

  /** Ends the conversation: a prompt whose own record never came is one. */
  end(): void {
    this.endTurn();
    for (const record of this.mentions.splice(0)) {
      const text = record.fields.text("userText");
      const parts: Part[] = text === undefined ? [] : [{ type: "text", text }];
      this.draft.keep(record, this.begin(record, "user", parts));
    }
  }

  /** Adds the tokens of a request, as the tool counted them. */
  count(usage: Usage): void {
    this.usage = this.usage ? sumOfUsage(this.usage, usage) : usage;
  }

  #remember(parts: readonly Part[]): void {
    for (const part of parts)
      if (part.type === "text") this.said.add(part.text);
      else if (part.type === "tool-call") this.calls.set(part.id, part);
  }
}
