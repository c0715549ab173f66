import { type Branch, type Message, type Part, present, type ToolCall } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import {
  Draft,
  endCall,
  type Fate,
  type MessageFacts,
  recordReaders,
  type StoredRecord,
} from "@chatexport/core/source";
import { type Calls, callsOf, partsOf, resultOf } from "./calls.js";
import { headed, isInjected, summaryIn } from "./summary.js";

/** A row of a message, and whether the user took it back. */
export interface MessageRecord extends StoredRecord {
  isLeft: boolean;
  /** The same for each copy of a message; missing before the tool kept it. */
  identity?: string;
}

/** A session while its messages are read. */
export class Conversation implements Calls {
  readonly draft = new Draft();
  readonly calls = new Map<string, ToolCall[]>();
  readonly callIds = new Set<string>();
  readonly identities = new Set<string>();
  readonly #left = new Set<Message>();

  /** Begins a message that a row tells. */
  write(record: MessageRecord, role: Message["role"], parts: Part[], more?: MessageFacts): Message {
    const begun = this.draft.write(record, role, parts, more);
    if (record.isLeft) this.#left.add(begun);
    return begun;
  }

  /** The messages of the active line, and those that were taken back. */
  lines(): { messages: Message[]; branches: Branch[] } {
    const messages: Message[] = [];
    const branches: Branch[] = [];
    let branch: Branch | undefined;
    for (const message of this.draft.messages) {
      const last = messages.at(-1)?.id;
      if (!this.#left.has(message)) branch = undefined;
      else if (!branch) {
        const id = `branch-${branches.length + 1}`;
        branch = present<Branch>({ id, forkedFrom: last, reason: "rewind", messages: [] });
        branches.push(branch);
      }
      const before = branch?.messages.at(-1)?.id ?? last;
      if (before === undefined) delete message.parentId;
      else message.parentId = before;
      (branch?.messages ?? messages).push(message);
    }
    return { messages, branches };
  }
}

const readers = recordReaders<MessageRecord, [Conversation]>({
  "user system": readSaid,
  assistant: readAnswer,
  tool: readResult,
});

/** Adds what a row says to its session. A compaction writes rows once more that it keeps. */
export function readMessage(record: MessageRecord, conversation: Conversation): Fate {
  const { identity, isLeft } = record;
  if (identity !== undefined && !isLeft) {
    if (conversation.identities.has(identity)) return { skipped: "copy" };
    conversation.identities.add(identity);
  }
  return readers(record, conversation);
}

function readSaid(record: MessageRecord, conversation: Conversation): Fate {
  const { fields, type } = record;
  const role = type === "user" ? "user" : "system";
  const parts = partsOf(fields);
  const summed = addSummary(record, conversation, role, parts);
  if (summed) return summed;
  const isHidden = fields.word(["hidden"], "display_kind") !== undefined;
  const [first] = parts;
  const isOwn = isHidden || (first?.type === "text" && isInjected(first.text));
  if (!isOwn) return { kept: conversation.write(record, role, parts.flatMap(typedParts)) };
  return { kept: conversation.write(record, "system", parts, { synthetic: "instructions" }) };
}

/** A prompt behind what the tool writes before it. */
function typedParts(part: Part): Part[] {
  const { header, typed } = part.type === "text" ? headed(part.text) : {};
  if (header === undefined || typed === undefined) return [part];
  return [
    { type: "text", text: header.trim(), synthetic: "context" },
    { type: "text", text: typed },
  ];
}

function readAnswer(record: MessageRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const parts = partsOf(fields);
  const summed = addSummary(record, conversation, "assistant", parts);
  if (summed) return summed;
  const thought = fields.text("reasoning", "reasoning_content");
  fields.fitting("reasoning_content", (text) => text === thought);
  const calls = callsOf(fields, conversation);
  const reasoning: Part[] = thought === undefined ? [] : [{ type: "reasoning", text: thought }];
  const stopReason = fields.text("finish_reason");
  const all = [...reasoning, ...parts, ...calls];
  return { kept: conversation.write(record, "assistant", all, { stopReason }) };
}

/** Adds a summary, and around it what its message says besides; undefined for any other message. */
function addSummary(
  record: MessageRecord,
  conversation: Conversation,
  role: Message["role"],
  [first, ...others]: readonly Part[],
): Fate | undefined {
  if (first?.type !== "text" || others.length > 0) return undefined;
  const isMarked = record.fields.fitting("_compressed_summary", (flag) => flag === 1) !== undefined;
  const found = summaryIn(first.text, isMarked);
  if (!found) return undefined;
  const { before, summary, after } = found;
  const said = (text: string, end: string) => {
    const parts: Part[] = [{ type: "text", text }];
    if (text !== "") conversation.write({ ...record, id: `${record.id}-${end}` }, role, parts);
  };
  said(before, "before");
  const parts: Part[] = [{ type: "compaction", summary }];
  const kept = conversation.write(record, "system", parts);
  said(after, "after");
  return { kept };
}

/** Reads the result of a call, which is a message of its own. */
function readResult(record: MessageRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const toolCallId = fields.string("tool_call_id") ?? "";
  const result = resultOf(partsOf(fields));
  const call = conversation.calls.get(toolCallId)?.find((each) => !each.result);
  fields.fitting("tool_name", (name) => name === call?.name);
  const isBlocked = objectOf(result.output)?.status === "blocked";
  const orphan = endCall(call, toolCallId, result, { status: isBlocked ? "rejected" : undefined });
  if (call && !orphan) return { kept: call };
  return { kept: conversation.write(record, "system", orphan ? [orphan] : []) };
}
