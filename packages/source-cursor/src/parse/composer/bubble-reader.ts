import { type JsonObject, type Message, present } from "@chatexport/core";
import { numberOf, objectOf, type TallyCounter, textOf } from "@chatexport/core/read";
import { textOfValue } from "@chatexport/sqlite";
import { malformedRow, unknownBubble } from "../../diagnostics.js";
import type { ReadContext } from "../../locate/contexts.js";
import { readRow } from "../../rows/read-rows.js";
import { bubbleTime, timesOf } from "../../values/times.js";
import { uniqueIds } from "../agent/message-facts.js";
import { agentResults } from "../agent/results.js";
import { fieldsOf } from "../fields.js";
import { inlineBubbles } from "../inline-bubbles.js";
import { type Bubble, type BubbleContext, bubbleMessages } from "./bubble-messages.js";
import type { ReadBubble, StoredBubble } from "./bubble-order.js";
import { composerTools } from "./bubble-parts.js";
import { type ComposerSource, embeddedComposer } from "./composer-data.js";
import { isKnownType, isUser, modelOf, workspacePath } from "./native-facts.js";
import { hasOtherText } from "./prompt-text.js";
import { diffFates, fatesOfBubble, proposalsOf } from "./proposals.js";
import { RequestContexts } from "./request-contexts.js";

/** Reads and counts the bubbles of a composer, one at a time, so that only messages stay in memory. */
export class BubbleReader {
  /** The bubbles in rows of their own, and those inside the composer. */
  readonly stored: StoredBubble[] = [];
  /** The bubbles inside the composer in its order, in the form of a list of bubbles. */
  readonly inlineHeaders: JsonObject[] = [];
  readonly shared: BubbleContext;
  /** The fates of the hunks of diffs, by block. */
  readonly fates: ReadonlyMap<string, JsonObject>;
  /** Conversations of sub-agents that lie inside the data of calls. */
  readonly embedded: { child: ComposerSource; toolCallId: string }[] = [];
  /** The model that each prompt asked for, by the id of its message. */
  readonly askedModels = new Map<string, string>();
  /** The folder of the workspace, as the first bubble that knows it says. */
  workspacePath: string | undefined;
  /** Some bubble has a context of its own. */
  hasContexts = false;
  readonly #source: ComposerSource;
  readonly #tally: TallyCounter;
  readonly #context: ReadContext;
  /** Ids are unique in a composer, but for rows that name another bubble's. */
  readonly #uniqueId = uniqueIds();
  readonly #unknownTypes = new Set<string>();

  constructor(source: ComposerSource, tally: TallyCounter, context: ReadContext) {
    this.#source = source;
    this.#tally = tally;
    this.#context = context;
    const { id, data, rows } = source;
    this.fates = diffFates(rows, id, tally, context);
    this.shared = {
      files: context.files,
      tally,
      agentResult: rows ? agentResults(rows, data, id, tally) : () => undefined,
      contentOf(key) {
        // Of a file with a NUL, a driver may hand out the text before it only.
        const bytes = rows?.bytes(key);
        return bytes && textOfValue({ kind: "bytes", bytes });
      },
      proposals: proposalsOf(data, this.fates),
      tools: composerTools(data),
      requestContexts: new RequestContexts(rows, id, tally, context),
      embedded: (toolData, toolCallId, key) => {
        const child = embeddedComposer(toolData, toolCallId, key, source);
        if (child) this.embedded.push({ child, toolCallId });
        return child?.id;
      },
    };
    this.#listRows();
    this.#listInline();
  }

  /** The messages of a bubble, or undefined when it cannot be read. */
  read(stored: StoredBubble, header?: JsonObject): ReadBubble | undefined {
    this.#context.signal.throwIfAborted();
    const data = this.#dataOf(stored);
    if (!data) return undefined;
    const ownId = textOf(data.bubbleId) ?? textOf(data.id);
    const id = this.#uniqueId(ownId ?? stored.id);
    const fields = fieldsOf(data);
    const bubble: Bubble = { id, data, fields, header, key: stored.key };
    const messages = bubbleMessages(bubble, this.shared);
    const diffFates = fatesOfBubble(data, this.fates);
    const [message] = messages;
    if (message && diffFates) message.native = { ...message.native, diffFates };
    this.#count(bubble, messages);
    this.#note(bubble);
    return {
      rowid: stored.rowid,
      ownId: ownId ?? (data.bubbleId === "" ? "" : undefined),
      type: data.type,
      times: timesOf(data),
      time: bubbleTime(data, header),
      messages,
    };
  }

  #listRows(): void {
    const { id, rows } = this.#source;
    const prefix = `bubbleId:${id}:`;
    for (const { key, rowid } of rows?.keys(prefix) ?? []) {
      this.#tally.read();
      this.stored.push({ id: key.slice(prefix.length), key, rowid });
    }
  }

  #listInline(): void {
    const seen = new Set(this.stored.map(({ id }) => id));
    for (const [index, value] of inlineBubbles(this.#source.data).entries()) {
      this.#tally.read();
      const bubble = objectOf(value);
      const id = textOf(bubble?.bubbleId) ?? textOf(bubble?.id) ?? `bubble-${index + 1}`;
      this.inlineHeaders.push({ bubbleId: id });
      if (seen.has(id)) this.#tally.skip("duplicate");
      else this.stored.push({ id, value, rowid: index });
      seen.add(id);
    }
  }

  #dataOf({ key, value }: StoredBubble): JsonObject | undefined {
    const { rows, origin } = this.#source;
    if (key !== undefined && rows) return readRow(rows, key, this.#tally, this.#context);
    const data = objectOf(value);
    if (data) return data;
    if (value === null) this.#tally.skip("null");
    else {
      this.#tally.malformed();
      this.#context.report(malformedRow(origin, "not an object"));
    }
    return undefined;
  }

  #count(bubble: Bubble, messages: Message[]): void {
    const { data, header } = bubble;
    const type = data.type ?? header?.type;
    if (messages.length > 0) this.#tally.keep();
    else if (!isKnownType(type) || hasOtherText(data)) messages.push(this.#unknown(bubble));
    else this.#tally.skip(type === undefined && data.tokenCount ? "token-count" : "empty");
  }

  #unknown({ id, data, key }: Bubble): Message {
    // Only words and numbers are printed: an object could override `toString`.
    const recordType = `bubble/${textOf(data.type) ?? numberOf(data.type) ?? typeof data.type}`;
    this.#tally.unknown(recordType);
    if (!this.#unknownTypes.has(recordType)) {
      this.#unknownTypes.add(recordType);
      const { path, at } = this.#source.origin;
      this.#context.report(unknownBubble(present({ path, at: key ?? at }), recordType));
    }
    return present({
      id,
      role: "system",
      createdAt: bubbleTime(data),
      parts: [{ type: "unknown", recordType, native: fieldsOf(data).all() }],
      origin: key === undefined ? undefined : { at: key },
    });
  }

  #note({ id, data, fields, header }: Bubble): void {
    this.workspacePath ??= workspacePath(data);
    if (!isUser(data.type ?? header?.type)) return;
    if (objectOf(data.context)) this.hasContexts = true;
    const model = modelOf(fields);
    if (model !== undefined) this.askedModels.set(id, model);
  }
}
