import {
  type JsonObject,
  type Message,
  nonEmpty,
  type Part,
  present,
  type Session,
  type Synthetic,
  type Usage,
} from "@chatexport/core";
import { listOf, objectOf, objectsOf, textOf, uniqueId } from "@chatexport/core/read";
import { addNative, Fields, keepRest } from "@chatexport/core/source";
import { chatFields } from "../fields.js";
import { isOfTerminal, sessionOf } from "../head.js";
import { says } from "../says.js";
import type { Agent, Reading } from "./reading.js";
import { noteReference, readItems } from "./response.js";
import { addressIn, lookAt, markdownIn, readIn, renderedText } from "./values.js";
import { attachedPart } from "./variables.js";

/** A prompt and the answer to it. */
export function messagesOf(stored: JsonObject, index: number, reading: Reading): Message[] {
  const request = new Fields(stored, chatFields);
  const { ids } = reading;
  const id = uniqueId(request.text("requestId") ?? `request-${index}`, index, ids);
  const prompt = promptOf(request, id, index);
  const answer = answerOf(request, id, index, reading);
  request.flag("isHidden");
  const removed = request.object("shouldBeRemovedOnSend");
  removed?.text("requestId");
  removed?.text("afterUndoStop");
  const shown = [prompt, answer].filter(({ parts }) => parts.length > 0);
  // What has no place in the prompt or in the answer stays in what there is.
  const holder = shown[0] ?? reading;
  for (const message of [prompt, answer])
    if (!shown.includes(message)) addNative(holder, message.native);
  keepRest(holder, request, "request", reading.tally);
  if (answer.parts.length > 0) {
    answer.id = uniqueId(answer.id, index, ids);
    answer.native = { requestId: id, ...answer.native };
  }
  return shown;
}

function promptOf(request: Fields, id: string, index: number): Message {
  const message = request.object("message");
  const text = request.string("message") ?? message?.string("text") ?? "";
  const isOfEditor = request.flag("isSystemInitiated") === true || isOfTerminal(text);
  const synthetic: Synthetic | undefined = isOfEditor ? "notification" : undefined;
  const variables = request.object("variableData")?.objects("variables") ?? [];
  const attached = variables.flatMap((variable) => attachedPart(variable) ?? []);
  const own: Part[] = text === "" ? [] : [present({ type: "text", text, synthetic })];
  const metadata = request.object("result")?.object("metadata");
  const rendered = metadata && readIn(metadata, "renderedUserMessage", renderedList, isRendered);
  const mode = request.object("modeInfo");
  const modeId = mode?.text("modeId") ?? mode?.text("kind");
  mode?.word([modeId ?? ""], "kind");
  mode?.flag("isBuiltin");
  const prompt = present<Message>({
    id,
    role: "user",
    createdAt: request.time("timestamp"),
    mode: modeId,
    parts: [...own, ...attached],
    synthetic,
    origin: { at: `/requests/${index}` },
    native: rendered && rendered !== text ? { renderedUserMessage: rendered } : undefined,
  });
  addNative(prompt, message?.rest());
  return prompt;
}

function renderedList(value: unknown): string | undefined {
  const list = listOf(value);
  return list && renderedText(list.map((part) => objectOf(part)?.text ?? part));
}

function isRendered(value: unknown): boolean {
  const isKnown = ([name, inner]: [string, unknown]) =>
    name === "text" ? typeof inner === "string" : name === "type" && typeof inner === "number";
  return (listOf(value) ?? []).every(
    (part) => typeof part === "string" || Object.entries(objectOf(part) ?? { part }).every(isKnown),
  );
}

/** The answer, which may be without parts. */
function answerOf(request: Fields, id: string, index: number, reading: Reading): Message {
  const result = request.object("result");
  const metadata = result?.object("metadata");
  const items = readIn(request, "response", listOf, () => true) ?? [];
  const answer = readItems(items, metadata, reading);
  const { parts, rounds, agents } = answer;
  addCitations(parts, request);
  addEnd(parts, request, result);
  const [vendor, model] = modelOf(request.text("modelId"));
  const details = result && lookAt(result, "details");
  const chosen = model === "auto" ? autoModel(objectsOf(items), details) : model;
  const own = metadata?.text("resolvedModel") ?? chosen;
  const message = present<Message>({
    id: request.text("responseId") ?? `${id}-answer`,
    role: "assistant",
    createdAt: request.time("responseTimestamp"),
    completedAt: request.object("modelState")?.time("completedAt"),
    model: own,
    provider: vendor,
    parts,
    usage: usageOf(request, metadata),
    origin: { at: `/requests/${index}/response` },
    native: present<JsonObject>({
      modelId: own === model ? undefined : model,
      toolCallResults: rounds.otherResults,
    }),
  });
  takeShown(metadata, parts);
  const thought = lettersOf(
    parts.map((part) => (part.type === "reasoning" && part.text) || "").join(""),
  );
  const hidden = rounds.reasons.filter(({ text }) => !thought.includes(lettersOf(text)));
  if (hidden.length > 0) addNative(message, { thinking: hidden.map(({ text }) => text) });
  for (const address of referencesOf(request)) noteReference(answer, address);
  addNative(message, answer.native);
  addNative(message, request.only(...ofAnswers));
  addNative(message, metadata?.rest());
  addNative(message, result?.rest());
  for (const [agentId, agent] of agents)
    reading.subagents.push(subagentOf(agentId, agent, message, request, reading));
  return message;
}

/** The remarks of the editor and its user on an answer. */
const ofAnswers = [
  "followups",
  "vote",
  "voteDownReason",
  "slashCommand",
  "timeSpentWaiting",
  "editedFileEvents",
];

/** Takes from the metadata what the answer has, too. */
function takeShown(metadata: Fields | undefined, parts: readonly Part[]): void {
  for (const name of ["sessionId", "responseId", "agentId"]) metadata?.text(name);
  const shown = lettersOf(parts.map((part) => (part.type === "text" ? part.text : "")).join(""));
  // The model may have said something else, as changes that the editor carried out (until early 2025).
  metadata?.fitting("messages", (value) => {
    const all = listOf(value)?.map((item) => objectOf(item) ?? {}) ?? [{}];
    const said = all.findLast(({ role }) => role === "assistant")?.content;
    const areKnown = all.every((item) => Object.keys(item).sort().join() === "content,role");
    return areKnown && shown.includes(lettersOf(textOf(said) ?? ""));
  });
}

/** The editor turns names into links, and a comment with the name of a file into the fence of its code. */
function lettersOf(text: string): string {
  return text.replace(/^.*filepath: .*$/gm, "").replace(/[^\p{L}\p{N}]+/gu, "");
}

function modelOf(modelId: string | undefined): [vendor?: string, model?: string] {
  const at = modelId?.indexOf("/") ?? -1;
  if (modelId === undefined || at === -1) return modelId === undefined ? [] : ["", modelId];
  return [modelId.slice(0, at), modelId.slice(at + 1)];
}

/** The model that the service chose for a request: its id or, in older versions, the name that the editor showed. */
function autoModel(items: readonly JsonObject[], details: unknown): string | undefined {
  const resolution = items.find(({ kind }) => kind === "autoModeResolution");
  const name = textOf(details)?.split("•", 1)[0]?.trim();
  return textOf(objectOf(resolution?.resolved)?.id) ?? textOf(name);
}

function usageOf(request: Fields, metadata: Fields | undefined): Usage | undefined {
  const own = request.object("usage");
  const usage = present<Usage>({
    inputTokens:
      metadata?.number("promptTokens") ??
      own?.number("promptTokens") ??
      request.number("promptTokens"),
    outputTokens:
      metadata?.number("outputTokens") ??
      own?.number("completionTokens") ??
      request.number("completionTokens", "outputTokens"),
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** The files that the editor says an answer rests on. */
function referencesOf(request: Fields): string[] {
  const references = request.objects("contentReferences").flatMap((each) => {
    each.word(["reference"], "kind");
    const isVariable = objectOf(lookAt(each, "reference"))?.variableName !== undefined;
    const variable = isVariable ? each.object("reference") : undefined;
    const name = variable?.text("variableName");
    const address = variable ? addressIn(variable, "value") : addressIn(each, "reference");
    return address ?? name ?? [];
  });
  const used = (request.object("usedContext")?.objects("documents") ?? []).flatMap((document) => {
    document.number("version");
    return addressIn(document, "uri") ?? [];
  });
  return [...references, ...used];
}

function addCitations(parts: readonly Part[], request: Fields): void {
  const text = parts.findLast((part) => part.type === "text");
  const stored = text?.type === "text" ? request.objects("codeCitations") : [];
  const citations = stored.map((each) => {
    each.word(["codeCitation"], "kind");
    const url = addressIn(each, "value");
    return present({ url, text: each.text("snippet"), native: each.rest() });
  });
  if (text?.type === "text" && citations.length > 0) text.citations = citations;
}

/** Adds the outcome of an answer that did not end well. */
function addEnd(parts: Part[], request: Fields, result: Fields | undefined): void {
  const error = result?.object("errorDetails") ?? request.object("responseErrorDetails");
  const text = error && markdownIn(error, "message");
  if (text !== undefined) {
    const code = error?.text("code");
    const rank = error?.number("level");
    const level = rank === 0 ? "info" : rank === 1 ? "warning" : "error";
    parts.push(present({ type: "notice", level, text, code, native: error?.rest() }));
  }
  const isCancelled = request.object("modelState")?.number("value") === 2;
  if (request.flag("isCanceled") === true || isCancelled)
    parts.push({ type: "notice", level: "warning", text: says.cancelled });
}

/** An agent that worked within an answer, as a session. */
function subagentOf(
  id: string,
  { prompt, name, model, result, parts, toolCallId }: Agent,
  message: Message,
  request: Fields,
  { head }: Reading,
): Session {
  const startedAt = request.time("timestamp");
  const said: Part[] = result === undefined ? parts : [...parts, { type: "text", text: result }];
  const messages = [
    { role: "user" as const, id: `${id}-prompt`, parts: textsOf(prompt) },
    { role: "assistant" as const, id: `${id}-answer`, parts: said, model: model ?? message.model },
  ].filter((each) => each.parts.length > 0);
  const { format, path, cwd, project } = head;
  return sessionOf(
    { id, format, path },
    {
      title: name,
      startedAt,
      cwd,
      project,
      model: model ?? message.model,
      parent: present({ sessionId: head.id, relation: "subagent", toolCallId }),
      messages: messages.map((each, at) =>
        present<Message>({ ...each, parentId: messages[at - 1]?.id }),
      ),
      // Its records are those of the chat.
      records: { read: 0, kept: 0 },
      origin: present({ path, at: message.origin?.at }),
    },
  );
}

function textsOf(text: string | undefined): Part[] {
  return nonEmpty(text ? [{ type: "text", text } satisfies Part] : []) ?? [];
}
