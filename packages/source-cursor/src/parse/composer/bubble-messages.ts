import {
  type FilePart,
  type Json,
  type JsonObject,
  type Message,
  type Part,
  present,
  type Synthetic,
} from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";
import type { StoreFiles } from "../../locate/store-files.js";
import { filled, without } from "../../values/json-text.js";
import { bubbleTime } from "../../values/times.js";
import { userText } from "../agent/user-text.js";
import type { CallLookup } from "../tools/call-data.js";
import { toolFormerCall } from "../tools/editor-call.js";
import { attachedParts, otherContext, otherFields } from "./attached-context.js";
import { imageParts, noticesOf, oldToolResults, reasoningOf } from "./bubble-parts.js";
import { codeParts, suggestedParts } from "./code-edits.js";
import { compactionMessage, summaryOf } from "./message-line.js";
import { bubbleNative, modelOf, modeOf, usageOf } from "./native-facts.js";
import { answerOf, promptOf } from "./prompt-text.js";
import type { Proposals } from "./proposals.js";

/** A bubble with what is known about it from outside. */
export interface Bubble {
  id: string;
  data: JsonObject;
  /** Its entry in `fullConversationHeadersOnly`. */
  header?: JsonObject | undefined;
  /** The key of its own row. */
  key?: string | undefined;
}

/** What the bubbles of a conversation share. */
export interface BubbleContext {
  files: StoreFiles;
  lookup: CallLookup;
  proposals: Proposals;
  /** Tool data that lie on the composer. */
  toolData(bubbleId: string): JsonObject | undefined;
  /** What Cursor sent with a prompt, from a row of its own. */
  requestContext(bubble: Bubble): JsonObject | undefined;
  /** Takes the conversation of a sub-agent inside the data of the call that started it; its id. */
  embedded(toolData: JsonObject, toolCallId: string, bubble: Bubble): string | undefined;
}

/** The messages of a bubble: one, none when nothing is in it, and one more where it ends in a summary. */
export function bubbleMessages(bubble: Bubble, context: BubbleContext): Message[] {
  const { id, data, header } = bubble;
  const isPrompt = isUser(data.type ?? header?.type);
  const calls = callsOf(bubble, context);
  const content = isPrompt ? promptContent(data, context) : answerContent(bubble, calls, context);
  const notices = noticesOf(data);
  const parts = [...content.parts, ...calls, ...content.after, ...notices];
  const summary = summaryOf(data.conversationSummary);
  const marker = summary && compactionMessage(parts.length > 0 ? `${id}/summary` : id, summary);
  const createdAt = bubbleTime(data, header) ?? content.createdAt;
  const origin = bubble.key === undefined ? undefined : { at: bubble.key };
  if (marker) Object.assign(marker, present({ createdAt, origin }));
  if (parts.length === 0) return marker ? [marker] : [];
  const role = roleOf(parts, isPrompt, content.parts.length === 0 && calls.length > 0);
  const message: Message = present({
    id,
    role,
    createdAt,
    model: role === "assistant" ? modelOf(data) : undefined,
    mode: modeOf(data.unifiedMode),
    parts,
    usage: role === "assistant" ? usageOf(data) : undefined,
    synthetic: syntheticOf(parts),
    origin,
    native: filled({
      ...without(bubbleNative(data, header, createdAt), ...(isPrompt ? otherFields : [])),
      ...content.native,
      ...(isPrompt && present({ requestContext: context.requestContext(bubble) })),
    }),
  });
  return marker ? [message, marker] : [message];
}

/** What stands before the calls of a bubble, what after them, and what the model has no field for. */
interface Content {
  parts: Part[];
  after: Part[];
  native?: JsonObject | undefined;
  createdAt?: string | undefined;
}

function promptContent(data: JsonObject, { files }: BubbleContext): Content {
  const { parts, createdAt } = userText(promptOf(data));
  const context = objectOf(data.context);
  const attached = attachedParts(context, data);
  const lists = [data.images, context?.selectedImages, data.selectedImages, [data.image ?? null]];
  const images = imageParts(
    lists.flatMap((list) => listOf(list) ?? []),
    files,
  );
  const other = otherContext(context, data);
  // An input box that was never sent names the file that was open.
  const isSent = parts.length > 0 || images.length > 0 || attached.some(({ missing }) => !missing);
  if (!isSent) return { parts: [], after: [] };
  return {
    parts: withoutListedImages([...parts, ...attached], images),
    after: [],
    native: other && { context: other },
    createdAt,
  };
}

/** The parts with the images behind them; a path that a wrapper of the prompt lists is not shown twice. */
function withoutListedImages(parts: Part[], images: FilePart[]): Part[] {
  const paths = new Set(images.flatMap(({ path }) => path ?? []));
  const isListed = (part: Part) =>
    part.type === "file" && part.from === "upload" && paths.has(part.path ?? "");
  return [...parts.filter((part) => !isListed(part)), ...images];
}

function answerContent(bubble: Bubble, calls: readonly Part[], context: BubbleContext): Content {
  const { id, data } = bubble;
  const text = answerOf(data);
  // The code blocks of a call are what the call wrote.
  const code = calls.length > 0 ? undefined : codeParts(data, id, text, context.proposals);
  // Some bubbles hold a thought in the place of the text (2025).
  const type = data.isThought === true ? "reasoning" : "text";
  const said: Part[] = text === "" ? [] : [{ type, text }];
  const fences = code?.parts.filter(({ type }) => type === "text") ?? [];
  const edits = code?.parts.filter(({ type }) => type !== "text") ?? [];
  const attached = attachedParts(objectOf(data.context), data);
  return {
    parts: [...reasoningOf(data), ...said, ...fences],
    after: [...edits, ...suggestedParts(data, text), ...attached],
    native: code?.shown && { codeBlocks: code.shown },
  };
}

function callsOf(bubble: Bubble, context: BubbleContext): Part[] {
  const { id, data } = bubble;
  const own = objectOf(data.toolFormerData) ?? context.toolData(id);
  const list = own ? [own] : oldToolResults(data);
  const codeBlocks = listOf(data.codeBlocks);
  return list.flatMap((toolData): Part[] => {
    const call = toolFormerCall(toolData, present({ id, codeBlocks }), context.lookup);
    if (!call) return [];
    const subagent = context.embedded(toolData, call.id, bubble);
    const isLink = subagent !== undefined && call.kind === "task";
    return [isLink ? { ...call, subagent: call.subagent ?? subagent } : call];
  });
}

/** Steps of the agent lie now and then in bubbles of the user; notices alone are the tool's. */
function roleOf(parts: readonly Part[], isPrompt: boolean, isOnlyCall: boolean): Message["role"] {
  if (parts.every(({ type }) => type === "notice")) return "system";
  return isPrompt && !isOnlyCall ? "user" : "assistant";
}

/** The type is 1 or 2; the old chat pane wrote words. */
export function isUser(type: Json | undefined): boolean {
  return type === 1 || type === "1" || type === "user" || type === "human";
}

/** Whether a type of bubble is one that Cursor is known to write. */
export function isKnownType(type: Json | undefined): boolean {
  return isUser(type) || known.has(type);
}

const known = new Set<unknown>([undefined, null, 2, "2", "ai", "assistant", "bot"]);

function syntheticOf(parts: readonly Part[]): Synthetic | undefined {
  const [first] = parts;
  if (first?.type !== "text" || first.synthetic === undefined) return undefined;
  const isAll = parts.every((part) => part.type === "text" && part.synthetic !== undefined);
  return isAll ? first.synthetic : undefined;
}
