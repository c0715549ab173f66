import {
  type JsonObject,
  type Message,
  nonEmpty,
  type Part,
  present,
  type Session,
  type Synthetic,
  schemaVersion,
  type Usage,
} from "@chatexport/core";
import {
  listOf,
  nameSet,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  textOf,
  uniqueId,
  unreadFields,
} from "@chatexport/core/read";
import { isOfTerminal } from "../terminal-prompts.js";
import { timeOf } from "./heads.js";
import type { Reading } from "./reading.js";
import { type Agent, partsOf } from "./response.js";
import { Rounds } from "./rounds.js";
import { addressOf, markdownOf, renderedText } from "./values.js";
import { attachedPart } from "./variables.js";

/** A prompt and the answer to it. */
export function messagesOf(request: JsonObject, index: number, reading: Reading): Message[] {
  const { ids, tally } = reading;
  for (const name of Object.keys(request))
    if (!known.has(name)) tally.unknownField("request-key", name);
  const id = uniqueId(textOf(request.requestId) ?? `request-${index}`, index, ids);
  const prompt = promptOf(request, id, index);
  const answer = answerOf(request, id, index, reading);
  return [prompt, ...answer].filter(({ parts }) => parts.length > 0);
}

function promptOf(request: JsonObject, id: string, index: number): Message {
  const message = objectOf(request.message);
  const text = stringOf(request.message) ?? stringOf(message?.text) ?? "";
  const variables = listOf(objectOf(request.variableData)?.variables) ?? [];
  const isOfEditor = request.isSystemInitiated === true || isOfTerminal(text);
  const synthetic: Synthetic | undefined = isOfEditor ? "notification" : undefined;
  const attached = variables.flatMap((variable) => attachedPart(objectOf(variable) ?? {}) ?? []);
  const own: Part[] = text === "" ? [] : [present({ type: "text", text, synthetic })];
  const rendered = renderedText(
    listOf(objectOf(objectOf(request.result)?.metadata)?.renderedUserMessage)?.map(
      (part) => objectOf(part)?.text ?? part,
    ),
  );
  return present<Message>({
    id,
    role: "user",
    createdAt: timeOf(request.timestamp),
    mode: textOf(objectOf(request.modeInfo)?.modeId) ?? textOf(objectOf(request.modeInfo)?.kind),
    parts: [...own, ...attached],
    synthetic,
    origin: { at: `/requests/${index}` },
    native: {
      ...unreadFields(request, promptFields, {}),
      ...(message && unreadFields(message, nameSet("text parts"), {})),
      ...(rendered !== "" && rendered !== text && { renderedUserMessage: rendered }),
    },
  });
}

/** What an answer tells, and what a prompt tells in another form. */
const promptFields = nameSet(
  "requestId timestamp message variableData response responseId result followups modelState vote",
  "voteDownReason slashCommand usedContext contentReferences codeCitations timeSpentWaiting",
  "responseMarkdownInfo agent modelId modeInfo isSystemInitiated isHidden shouldBeRemovedOnSend",
  "isCanceled responseErrorDetails providerRequestId promptTokens completionTokens outputTokens usage",
  "editedFileEvents responseTimestamp",
);

const known = new Set([
  ...promptFields,
  ...nameSet(
    "confirmation workingSet attempt isCompleteAddedRequest isComplete locationData attachedContext",
    "userSelectedTools copilotCredits promptTokenDetails outputBuffer elapsedMs terminalExecutionId",
    "systemInitiatedLabel modelConfiguration questionRequestId",
  ),
]);

function answerOf(request: JsonObject, id: string, index: number, reading: Reading): Message[] {
  const result = objectOf(request.result) ?? {};
  const metadata = objectOf(result.metadata) ?? {};
  const items = listOf(request.response) ?? [];
  const rounds = new Rounds(metadata, objectsOf(items));
  const agents = new Map<string, Agent>();
  const parts = partsOf(items, rounds, agents, reading);
  addCitations(parts, request);
  addEnd(parts, request, result);
  if (parts.length === 0) return [];
  const answerId = uniqueId(textOf(request.responseId) ?? `${id}-answer`, index, reading.ids);
  const [vendor, model] = modelOf(textOf(request.modelId));
  const state = objectOf(request.modelState);
  const native: JsonObject = {
    requestId: id,
    ...unreadFields(result, nameSet("metadata errorDetails"), {}),
    ...unreadFields(metadata, metadataFields, {}),
    ...otherWords(metadata, parts),
    ...referencesOf(request),
    ...unreadFields(request, otherFields, {}),
  };
  const chosen = model === "auto" ? autoModel(objectsOf(items), result) : model;
  const own = textOf(metadata.resolvedModel) ?? chosen;
  if (model !== undefined && own !== model) native.modelId = model;
  const message = present<Message>({
    id: answerId,
    role: "assistant",
    createdAt: timeOf(request.responseTimestamp),
    completedAt: timeOf(state?.completedAt),
    model: own,
    provider: vendor,
    parts,
    usage: usageOf(request, metadata),
    origin: { at: `/requests/${index}/response` },
    native,
  });
  for (const [agentId, agent] of agents)
    reading.subagents.push(subagentOf(agentId, agent, message, request, reading));
  return [message];
}

/** What the model said, where the editor shows something else, as changes that it carried out (until early 2025). */
function otherWords({ messages }: JsonObject, parts: readonly Part[]): JsonObject | undefined {
  const said = objectsOf(messages).findLast(({ role }) => role === "assistant")?.content;
  const shown = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return messages === undefined || lettersOf(shown).includes(lettersOf(textOf(said) ?? ""))
    ? undefined
    : { messages };
}

/** The editor turns names into links, and a comment with the name of a file into the fence of its code. */
function lettersOf(text: string): string {
  return text.replace(/^.*filepath: .*$/gm, "").replace(/[^\p{L}\p{N}]+/gu, "");
}

/** What the reader of an answer takes from the metadata, or finds in the answer again. */
const metadataFields = nameSet(
  "toolCallRounds toolCallResults renderedUserMessage promptTokens outputTokens resolvedModel messages",
  "codeBlocks sessionId responseId agentId modelMessageId renderedGlobalContext cacheKey",
);

/** Of a request, what is no field of an answer. */
const otherFields = nameSet(
  "requestId timestamp message variableData response responseId result modelState usedContext modelId",
  "contentReferences codeCitations responseMarkdownInfo agent modeInfo isSystemInitiated isHidden",
  "shouldBeRemovedOnSend isCanceled responseErrorDetails providerRequestId promptTokens completionTokens",
  "outputTokens usage responseTimestamp confirmation workingSet attempt",
);

function modelOf(modelId: string | undefined): [vendor?: string, model?: string] {
  const at = modelId?.indexOf("/") ?? -1;
  if (modelId === undefined || at === -1) return modelId === undefined ? [] : ["", modelId];
  return [modelId.slice(0, at), modelId.slice(at + 1)];
}

/** The model that the service chose for a request: its id or, in older versions, the name that the editor showed. */
function autoModel(items: readonly JsonObject[], { details }: JsonObject): string | undefined {
  const resolution = items.find(({ kind }) => kind === "autoModeResolution");
  const name = textOf(details)?.split("•", 1)[0]?.trim();
  return textOf(objectOf(resolution?.resolved)?.id) ?? textOf(name);
}

function usageOf(request: JsonObject, metadata: JsonObject): Usage | undefined {
  const own = objectOf(request.usage) ?? {};
  const usage = present<Usage>({
    inputTokens: numberOf(metadata.promptTokens ?? own.promptTokens ?? request.promptTokens),
    outputTokens: numberOf(
      metadata.outputTokens ??
        own.completionTokens ??
        request.completionTokens ??
        request.outputTokens,
    ),
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** The files that the editor says an answer rests on. */
function referencesOf(request: JsonObject): JsonObject {
  const references = objectsOf(request.contentReferences).flatMap(({ reference }) => {
    const variable = objectOf(reference)?.variableName;
    return addressOf(objectOf(reference)?.value ?? reference) ?? textOf(variable) ?? [];
  });
  const used = objectsOf(objectOf(request.usedContext)?.documents).flatMap(
    ({ uri }) => addressOf(uri) ?? [],
  );
  const all = [...new Set([...references, ...used])];
  return all.length > 0 ? { references: all } : {};
}

function addCitations(parts: readonly Part[], request: JsonObject): void {
  const citations = objectsOf(request.codeCitations).map(({ value, snippet, license }) =>
    present({
      url: addressOf(value),
      text: textOf(snippet),
      native: textOf(license) ? { license: textOf(license) ?? "" } : undefined,
    }),
  );
  const text = parts.findLast((part) => part.type === "text");
  if (text?.type === "text" && citations.length > 0) text.citations = citations;
}

/** How an answer ended, where it did not end well. */
function addEnd(parts: Part[], request: JsonObject, result: JsonObject): void {
  const error = objectOf(result.errorDetails) ?? objectOf(request.responseErrorDetails);
  const text = markdownOf(error?.message);
  if (error && text !== undefined) {
    const level = error.level === 0 ? "info" : error.level === 1 ? "warning" : "error";
    const native = unreadFields(error, nameSet("message code level"), {});
    parts.push(present({ type: "notice", level, text, code: textOf(error.code), native }));
  }
  const isCancelled = request.isCanceled === true || objectOf(request.modelState)?.value === 2;
  if (isCancelled)
    parts.push({ type: "notice", level: "warning", text: "The request was cancelled." });
}

/** An agent that worked within an answer, as a session. */
function subagentOf(
  id: string,
  { prompt, name, model, result, parts, toolCallId }: Agent,
  message: Message,
  request: JsonObject,
  { head }: Reading,
): Session {
  const startedAt = timeOf(request.timestamp);
  const said: Part[] = result === undefined ? parts : [...parts, { type: "text", text: result }];
  const messages = [
    { role: "user" as const, id: `${id}-prompt`, parts: textsOf(prompt) },
    { role: "assistant" as const, id: `${id}-answer`, parts: said, model: model ?? message.model },
  ].filter((each) => each.parts.length > 0);
  return present<Session>({
    schemaVersion,
    id,
    source: "copilot",
    format: head.format,
    title: name,
    startedAt,
    cwd: head.cwd,
    project: head.project,
    model: model ?? message.model,
    parent: present({ sessionId: head.id, relation: "subagent", toolCallId }),
    messages: messages.map((each, at) =>
      present<Message>({ ...each, parentId: messages[at - 1]?.id }),
    ),
    // Its records are those of the chat.
    records: { read: 0, kept: 0 },
    origin: present({ path: head.path, at: message.origin?.at }),
  });
}

function textsOf(text: string | undefined): Part[] {
  return nonEmpty(text ? [{ type: "text", text } satisfies Part] : []) ?? [];
}
