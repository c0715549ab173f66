import type { JsonObject, Message, NoticePart, Session } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import {
  type Block,
  blocksIn,
  type Changes,
  fileBlocks,
  type Scope,
  type Turn,
  textBlocks,
  turnsOf,
} from "@chatexport/core/turns";
import { AscendingIds, sessionIdOf } from "./session-ids.js";

/** The session, and its messages with their parts, as `opencode export` writes them. */
export function* sessionMessages(session: Session, scope: Scope): Generator<object> {
  const own = new Messages(session, scope.changes);
  yield own.info();
  for (const message of session.messages)
    for (const turn of turnsOf(message, scope)) yield* own.turn(turn, message);
  for (const file of session.attachments ?? [])
    yield* own.turn({ type: "meta", blocks: fileBlocks(file, scope.changes) }, {});
}

/** The version of OpenCode whose sessions these are like. */
const version = "1.18.33";

/** A turn that was not recorded, since each answer names what it answers. */
const unknownStart = textBlocks("What was asked before was not recorded.");

type Said = Partial<Pick<Message, "createdAt" | "model" | "provider" | "mode">>;

/** Makes messages, of which none is older than the one before: they are ordered by their times. */
class Messages {
  readonly #session: Session;
  readonly #changes: Changes;
  readonly #sessionID: string;
  readonly #ids: AscendingIds;
  readonly #times: number[];
  #time: number;
  /** The id of the last message of the user. */
  #asked: string | undefined;

  constructor(session: Session, changes: Changes) {
    this.#session = session;
    this.#changes = changes;
    this.#sessionID = sessionIdOf(session);
    this.#ids = new AscendingIds(session);
    const { startedAt, messages } = session;
    const times = [startedAt, ...messages.map(({ createdAt }) => createdAt)];
    this.#times = times.flatMap((time) => numberOf(time) ?? []);
    this.#time = this.#times.reduce((first, time) => Math.min(first, time), this.#times[0] ?? 0);
  }

  /** The session itself. */
  info(): JsonObject {
    const { title, cwd = "/" } = this.#session;
    const created = this.#time;
    const updated = this.#times.reduce((last, time) => Math.max(last, time), created);
    return {
      id: this.#sessionID,
      slug: this.#sessionID.slice(-8),
      // The import puts the project and the folder in which it is typed in the place of these.
      ...{ projectID: "global", directory: cwd },
      title: title?.trim().toWellFormed() || `New session - ${new Date(created).toISOString()}`,
      version,
      time: { created, updated },
    };
  }

  /** The messages of a turn, with their parts. */
  *turn(turn: Turn, message: Said): Generator<JsonObject> {
    this.#time = Math.max(this.#time, numberOf(message.createdAt) ?? 0);
    switch (turn.type) {
      case "prompt":
      case "meta": {
        const marks = turn.type === "meta" ? { synthetic: true } : {};
        const parts = turn.blocks.map((block) => this.#contentPart(block, marks));
        if (parts.length > 0) yield this.#asking(parts, message);
        break;
      }
      case "answer":
        if (this.#asked === undefined) yield* this.turn({ type: "meta", blocks: unknownStart }, {});
        yield this.#answer(turn, message);
        break;
      case "notice":
        yield this.#notice(turn.notice, message);
        break;
      case "compaction": {
        const { summary, trigger } = turn.compaction;
        if (!summary?.trim()) {
          this.#changes.add("compactions", "leftOut");
          break;
        }
        yield this.#asking([{ type: "compaction", auto: trigger === "auto" }], message);
        const blocks = textBlocks(summary);
        yield this.#answer({ type: "answer", blocks, results: [] }, message, { summary: true });
        break;
      }
      default:
        turn satisfies never;
    }
  }

  #asking(parts: JsonObject[], message: Said): JsonObject {
    const id = this.#ids.next("msg");
    this.#asked = id;
    const info = {
      ...{ id, sessionID: this.#sessionID, role: "user", time: { created: this.#time } },
      ...{ agent: message.mode ?? "build", model: this.#modelOf(message) },
    };
    return { info, parts: this.#placed(parts, id) };
  }

  #answer(
    { blocks, results, completedAt }: Extract<Turn, { type: "answer" }>,
    message: Said,
    marks: JsonObject = {},
  ): JsonObject {
    const created = this.#time;
    this.#time = Math.max(created, numberOf(completedAt) ?? 0);
    const finish = results.length > 0 ? "tool-calls" : "stop";
    const info = this.#answering(created, message, { finish, ...marks });
    const time = { start: created, end: this.#time };
    const answers = new Map(results.map((result) => [result.tool_use_id, result]));
    const parts = blocks.flatMap((block): JsonObject[] => {
      const [text, thought] = [textOf(block.text), textOf(block.thinking)];
      if (text !== undefined) return [{ type: "text", text, time }];
      if (thought !== undefined) return [{ type: "reasoning", text: thought.toWellFormed(), time }];
      return [this.#call(block, answers.get(block.id ?? ""), info.id, time)];
    });
    return { info, parts: this.#placed(parts, info.id) };
  }

  /** An answer that failed, or was tried again: neither is sent to the model. */
  #notice({ level, text }: NoticePart, message: Said): JsonObject {
    const data = { message: text.toWellFormed() };
    const isError = level === "error";
    const error = { name: "UnknownError", data };
    const info = this.#answering(this.#time, message, isError ? { error } : {});
    const retried = { name: "APIError", data: { ...data, isRetryable: false } };
    const time = { created: this.#time };
    const parts = isError ? [] : [{ type: "retry", attempt: 1, error: retried, time }];
    return { info, parts: this.#placed(parts, info.id) };
  }

  #answering(created: number, message: Said, marks: JsonObject): JsonObject & { id: string } {
    const id = this.#ids.next("msg");
    const agent = message.mode ?? "build";
    const { cwd = "/" } = this.#session;
    return {
      ...{ id, sessionID: this.#sessionID, role: "assistant", parentID: this.#asked ?? id },
      ...{ time: { created, completed: this.#time }, ...this.#modelOf(message) },
      ...{ mode: agent, agent, path: { cwd, root: cwd }, ...noUsage, ...marks },
    };
  }

  #call(
    { id = "", name = "", input = {} }: Block,
    { content = "", is_error }: Partial<Block> = {},
    messageID: string,
    time: JsonObject,
  ): JsonObject {
    const parts = blocksIn(content).map((block) => this.#contentPart(block, {}));
    const output = parts.flatMap(({ text }) => textOf(text) ?? []).join("\n");
    const attachments = this.#placed(
      parts.filter(({ type }) => type === "file"),
      messageID,
    );
    const state = is_error
      ? { status: "error", input, error: output || "The call failed." }
      : {
          ...{ status: "completed", input, output, title: "", metadata: {} },
          ...(attachments.length > 0 && { attachments }),
        };
    return { type: "tool", callID: id, tool: name, state: { ...state, time } };
  }

  /** A text, or a file in its own address. */
  #contentPart(block: Block, marks: JsonObject): JsonObject {
    const { media_type = "", data = "" } = objectOf(block.source) ?? {};
    if (block.type === "text") return { type: "text", text: block.text ?? "", ...marks };
    return { type: "file", mime: media_type, url: `data:${media_type};base64,${data}` };
  }

  #placed(parts: readonly JsonObject[], messageID: string): JsonObject[] {
    return parts.map((part) => ({
      ...{ id: this.#ids.next("prt"), sessionID: this.#sessionID, messageID },
      ...part,
    }));
  }

  #modelOf({ model, provider }: Said): { providerID: string; modelID: string } {
    const modelID = model ?? this.#session.model ?? "unknown";
    return { providerID: provider ?? "unknown", modelID };
  }
}

/** No tokens were counted. */
const noUsage = {
  cost: 0,
  tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
};

function numberOf(time: string | undefined): number | undefined {
  const milliseconds = Date.parse(time ?? "");
  return milliseconds >= 0 ? milliseconds : undefined;
}
