import type { Json } from "../json.js";
import type {
  CompactionPart,
  FilePart,
  Message,
  NoticePart,
  Part,
  ReasoningPart,
  Session,
  TextPart,
  ToolCall,
} from "../model.js";
import { nameSet } from "../read/lists.js";
import type { Changes } from "./changes.js";
import { type Block, contentOf, textBlocks } from "./content-blocks.js";
import { describedEdits } from "./edit-texts.js";
import type { CallIds } from "./ids.js";
import { answerTo, fileBlocks, hasFailed, resultBlocks } from "./results.js";

/** The entry that a tool records in one go; `meta` is for the model alone. */
export type Turn =
  | { type: "prompt" | "meta"; blocks: Block[] }
  | { type: "answer"; blocks: Block[]; results: Block[]; completedAt?: string | undefined }
  | { type: "notice"; notice: NoticePart }
  | { type: "compaction"; compaction: CompactionPart };

/**
 * The treatment of reasoning that the tool's API would refuse: it is left out, or a part of the
 * answer.
 */
export type Reasoning = "omit" | "text";

/** All that can become of it. */
export const reasonings: readonly Reasoning[] = ["omit", "text"];

/** A call under a name of the tool that is to go on. */
export interface OwnCall {
  name: string;
  input: Json;
}

/** The facts that are the same for all messages of a session. */
export interface Scope {
  session: Session;
  reasoning: Reasoning;
  callIds: CallIds;
  changes: Changes;
  /** A call as the tool would have made it, or several that do the same; none when it has no such tool. */
  ownCalls(call: ToolCall): OwnCall[];
  /** Reasoning as the tool's API takes it back; undefined for what it would refuse. */
  ownReasoning(part: ReasoningPart): Block[] | undefined;
}

/** A message as turns. What a model said after a result is another answer: results come at once. */
export function* turnsOf(message: Message, scope: Scope): Generator<Turn> {
  let open: Turn | undefined;
  for (const part of message.parts)
    for (const turn of partTurns(part, message, scope)) {
      const joined = open && together(open, turn);
      if (open && !joined) yield open;
      open = joined ?? turn;
    }
  if (open) yield open;
}

/** Two turns as one, if they can be one. */
function together(first: Turn, next: Turn): Turn | undefined {
  if (first.type === "answer" && next.type === "answer") {
    if (first.results.length > 0 && next.results.length === 0) return undefined;
    return {
      type: "answer",
      blocks: [...first.blocks, ...next.blocks],
      results: [...first.results, ...next.results],
      completedAt: next.completedAt ?? first.completedAt,
    };
  }
  const isText = first.type === "prompt" || first.type === "meta";
  if (!isText || first.type !== next.type) return undefined;
  return { type: first.type, blocks: [...first.blocks, ...next.blocks] };
}

function partTurns(part: Part, message: Message, scope: Scope): Turn[] {
  const { changes } = scope;
  switch (part.type) {
    case "text":
      return textTurns(part, message, changes);
    case "reasoning":
      return said("answer", reasoningBlocks(part, scope));
    case "tool-call":
      return callTurns(part, scope);
    case "tool-result":
      changes.add("lonelyResults", "text");
      return said("meta", [...textBlocks(lonely), ...resultBlocks(part.result, changes)]);
    case "file":
      return fileTurns(part, message, changes);
    case "edit":
      changes.add("edits", "text");
      return said("meta", textBlocks(`Files were changed:\n\n${describedEdits(part.edits)}`));
    case "notice":
      return [{ type: "notice", notice: part }];
    case "compaction":
      return [{ type: "compaction", compaction: part }];
    case "unknown":
      changes.add("unknown", "leftOut");
      return [];
    default:
      return part satisfies never;
  }
}

const lonely = "The result of a tool call that was not recorded:";

function said(type: "prompt" | "meta" | "answer", blocks: Block[]): Turn[] {
  if (blocks.length === 0) return [];
  return [type === "answer" ? { type, blocks, results: [] } : { type, blocks }];
}

/** An image is a part of its prompt; a file that is text is only for the model. An answer holds neither. */
function fileTurns(file: FilePart, { role }: Message, changes: Changes): Turn[] {
  const blocks = fileBlocks(file, changes);
  const isMedia = blocks.some(({ type }) => type !== "text");
  return said(isMedia && role === "user" ? "prompt" : "meta", blocks);
}

function textTurns({ text, synthetic }: TextPart, message: Message, changes: Changes): Turn[] {
  const writtenAs = synthetic ?? message.synthetic;
  if (writtenAs !== undefined && !events.has(writtenAs)) {
    changes.add("toolTexts", "leftOut");
    return [];
  }
  const isOwn = writtenAs === undefined;
  if (isOwn && message.role === "assistant") return said("answer", textBlocks(text));
  const isTyped = message.role === "user" && (isOwn || writtenAs === "command");
  return said(isTyped ? "prompt" : "meta", textBlocks(text));
}

/**
 * The events of a conversation that a turn may tell. Everything else a tool tells its model anew,
 * in its own words.
 */
const events: ReadonlySet<string> = new Set(["command", "output", "notification", "skill"]);

function reasoningBlocks(part: ReasoningPart, scope: Scope): Block[] {
  const own = scope.ownReasoning(part);
  if (own) return own;
  const { text } = part;
  if (text && scope.reasoning === "text") {
    scope.changes.add("reasoning", "text");
    return textBlocks(`[Reasoning]\n${text}`);
  }
  if (text) scope.changes.add("reasoning", "leftOut");
  return [];
}

function callTurns(call: ToolCall, scope: Scope): Turn[] {
  const { session, callIds, changes } = scope;
  const own = scope.ownCalls(call);
  const answer = answerTo(call, session, changes);
  if (own.length === 0) {
    changes.add("calls", "text");
    return said("meta", [...textBlocks(foreignCallText(call)), ...answer]);
  }
  const ids = own.map(() => callIds.next(call.id));
  const is_error = hasFailed(call);
  const results = ids.map((tool_use_id, index) => ({
    type: "tool_result",
    tool_use_id,
    content: index === 0 ? contentOf(answer) : sameCall,
    is_error,
  }));
  return [
    {
      type: "answer",
      blocks: own.map(({ name, input }, index) => ({
        type: "tool_use",
        id: ids[index] ?? "",
        name,
        input,
      })),
      results,
      completedAt: call.completedAt,
    },
  ];
}

const sameCall = "It was done in one go with the edit before.";

/** A call of a tool that the one which goes on does not have, for its model to read; what it gave back follows. */
function foreignCallText(call: ToolCall): string {
  const { name, title, rawInput } = call;
  const edits = "edits" in call ? (call.edits ?? []) : [];
  const input = call.input ?? (rawInput === undefined ? particularsOf(call) : undefined);
  return [
    `The tool ${name} was called${title === undefined ? "." : `: ${title}`}`,
    input === undefined ? undefined : `Its arguments: ${JSON.stringify(input)}`,
    rawInput === undefined ? undefined : `Its arguments:\n${rawInput}`,
    edits.length > 0 ? describedEdits(edits) : undefined,
    "What it gave back:",
  ]
    .filter((line) => line !== undefined)
    .join("\n");
}

/** The words of a call whose arguments the store did not keep; undefined when it has none. */
function particularsOf(call: ToolCall): object | undefined {
  const known = Object.entries(call).filter(([name]) => particulars.has(name));
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

const particulars = nameSet("command cwd locations query url task text todos questions");
