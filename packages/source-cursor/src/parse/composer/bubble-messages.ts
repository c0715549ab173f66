import { type FilePart, type JsonObject, type Message, type Part, present } from "@chatexport/core";
import {
  listOf,
  numberOf,
  objectOf,
  syntheticOf,
  type TallyCounter,
  textOf,
} from "@chatexport/core/read";
import { addNative, type Fields, type Holder } from "@chatexport/core/source";
import type { StoreFiles } from "../../locate/store-files.js";
import { filled, jsonObjectOf } from "../../values/json-text.js";
import { bubbleTime } from "../../values/times.js";
import { userText } from "../agent/user-text.js";
import { fieldsOf, innerOf, leftOf, toldOf } from "../fields.js";
import type { CallLookup } from "../tools/call-data.js";
import { toolFormerCall } from "../tools/editor-call.js";
import { attachedParts, otherContext } from "./attached-context.js";
import { imageParts, noticesOf, oldToolResults, reasoningOf } from "./bubble-parts.js";
import { blocksBeside, codeParts, suggestedParts } from "./code-edits.js";
import { compactionMessage, summaryOf } from "./message-line.js";
import {
  bubbleNative,
  isKnownType,
  isUser,
  modelOf,
  modeOf,
  unknownComposerFields,
  usageOf,
} from "./native-facts.js";
import { answerOf, promptOf, takeText } from "./prompt-text.js";
import type { Proposals } from "./proposals.js";
import type { RequestContexts } from "./request-contexts.js";

/** A bubble with what is known about it from outside. */
export interface Bubble {
  id: string;
  data: JsonObject;
  fields: Fields;
  /** Its entry in `fullConversationHeadersOnly`. */
  header?: JsonObject | undefined;
  /** The key of its own row. */
  key?: string | undefined;
}

/** The state that the bubbles of a conversation share. */
export interface BubbleContext extends CallLookup {
  files: StoreFiles;
  tally: TallyCounter;
  proposals: Proposals;
  /** Tool data that lie on the composer. */
  tools: Fields;
  /** The contexts that Cursor sent with prompts, from rows of their own. */
  requestContexts: RequestContexts;
  /** Takes the conversation of a sub-agent inside the data of the call that started it; its id. */
  embedded(toolData: JsonObject, toolCallId: string, key: string | undefined): string | undefined;
}

/** The messages of a bubble: one, none when nothing is in it, and one more where it ends in a summary. */
export function bubbleMessages(bubble: Bubble, context: BubbleContext): Message[] {
  const { id, data, fields, header } = bubble;
  const type = data.type ?? header?.type;
  const isPrompt = isUser(type);
  const calls = callsOf(bubble, context);
  const content = isPrompt ? promptContent(bubble, context) : answerContent(bubble, calls, context);
  const notices = noticesOf(fields);
  const parts = [...content.parts, ...calls, ...content.after, ...notices];
  const summary = fields.made(summaryOf, "conversationSummary");
  const marker = summary && compactionMessage(parts.length > 0 ? `${id}/summary` : id, summary);
  const createdAt = bubbleTime(data, header) ?? content.createdAt;
  const origin = bubble.key === undefined ? undefined : { at: bubble.key };
  if (marker) Object.assign(marker, present({ createdAt, origin }));
  const role = roleOf(parts, isPrompt, content.parts.length === 0 && calls.length > 0);
  const isAnswer = role === "assistant";
  fields.fitting("type", isKnownType);
  const ownId = fields.text("bubbleId", "id");
  fields.fitting("id", (value) => value === ownId);
  const [usage, model] = [usageOf(fields), modelOf(fields)];
  const message: Message = present({
    id,
    role,
    createdAt,
    model: isAnswer ? model : undefined,
    mode: fields.made(modeOf, "unifiedMode"),
    parts,
    usage: isAnswer ? usage : undefined,
    synthetic: syntheticOf(parts),
    origin,
  });
  const facts = bubbleNative(fields, header && fieldsOf(header), createdAt, context.tally);
  const messages = [...(parts.length > 0 ? [message] : []), ...(marker ? [marker] : [])];
  const [holder = message] = messages;
  addNative(holder, content.native);
  if (isPrompt && holder === message) {
    const requestContext = context.requestContexts.take(id, textOf(data.requestId));
    addNative(holder, present({ requestContext }));
  }
  addNative(holder, facts);
  // A bubble of no known type that says nothing is kept whole.
  if (messages.length > 0 || isKnownType(type))
    addNative(holder, toldOf(fields, "bubble", context.tally));
  return messages;
}

/**
 * The parts before the calls of a bubble, those after them, and the fields that the model has not.
 */
interface Content {
  parts: Part[];
  after: Part[];
  native?: JsonObject | undefined;
  createdAt?: string | undefined;
}

function promptContent({ data, fields }: Bubble, { files }: BubbleContext): Content {
  const prompt = promptOf(data);
  const states = takeText(fields, prompt);
  const { parts, createdAt } = userText(prompt);
  const context = innerOf(fields, "context");
  const attached = attachedParts(context, fields);
  const images = imageParts(
    [
      [fields, "images"],
      [context, "selectedImages"],
      [fields, "selectedImages"],
      [fields, "image"],
    ],
    files,
  );
  const other = otherContext(context, fields);
  // An input box that was never sent names the file that was open.
  const isSent = parts.length > 0 || images.length > 0 || attached.some(({ missing }) => !missing);
  if (!isSent) return { parts: [], after: [] };
  return {
    parts: withoutListedImages([...parts, ...attached], images),
    after: [],
    native: present({
      context: filled({ ...other, ...leftOf(context) }),
      codeBlocks: blocksBeside(fields),
      ...states,
    }),
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
  const { id, data, fields } = bubble;
  const text = answerOf(data);
  const states = takeText(fields, text);
  // The code blocks of a call are what the call wrote.
  const code = calls.length > 0 ? undefined : codeParts(fields, id, text, context.proposals);
  const codeBlocks = code ? code.shown : blocksBeside(fields);
  // Some bubbles hold a thought in the place of the text (2025).
  const type = data.isThought === true ? "reasoning" : "text";
  const said: Part[] = text === "" ? [] : [{ type, text }];
  const fences = code?.parts.filter(({ type }) => type === "text") ?? [];
  const edits = code?.parts.filter(({ type }) => type !== "text") ?? [];
  const around = innerOf(fields, "context");
  const attached = attachedParts(around, fields);
  const isThought = data.capabilityType === 30 && (numberOf(data.thinkingDurationMs) ?? 0) > 0;
  return {
    parts: [...reasoningOf(fields, isThought), ...said, ...fences],
    after: [...edits, ...suggestedParts(fields, text), ...attached],
    native: present({ codeBlocks, context: leftOf(around), ...states }),
  };
}

function callsOf({ id, data, fields, key }: Bubble, context: BubbleContext): Part[] {
  const own = fields.made(objectOf, "toolFormerData") ?? context.tools.made(jsonObjectOf, id);
  const list = own ? [own] : oldToolResults(fields, textOf(data.bubbleId) ?? "call");
  const codeBlocks = listOf(data.codeBlocks);
  return list.flatMap((toolData): Part[] => {
    const call = toolFormerCall(toolData, present({ id, codeBlocks }), context);
    if (!call) return [];
    const subagent = context.embedded(toolData, call.id, key);
    if (subagent === undefined) keepUnread(call, toolData, context.tally);
    const isLink = subagent !== undefined && call.kind === "task";
    return [isLink ? { ...call, subagent: call.subagent ?? subagent } : call];
  });
}

/** Keeps the composer of a sub-agent whose conversation is not there, and may be in a field that is not known. */
function keepUnread(
  call: Holder,
  { additionalData = null }: JsonObject,
  tally: TallyCounter,
): void {
  const composerData = jsonObjectOf(jsonObjectOf(additionalData)?.composerData);
  if (!composerData || unknownComposerFields(composerData).length === 0) return;
  tally.unknownField("additional-key", "composerData");
  addNative(call, fieldsOf({ composerData }).all());
}

/** Steps of the agent lie now and then in bubbles of the user; notices alone are the tool's. */
function roleOf(parts: readonly Part[], isPrompt: boolean, isOnlyCall: boolean): Message["role"] {
  if (parts.every(({ type }) => type === "notice")) return "system";
  return isPrompt && !isOnlyCall ? "user" : "assistant";
}
