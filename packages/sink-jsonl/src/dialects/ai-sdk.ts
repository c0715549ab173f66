import {
  type Feature,
  type FilePart,
  type Message,
  nonEmpty,
  type Part,
  type Session,
  type SinkContext,
  type ToolCall,
  type ToolResult,
  withSubagents,
} from "@chatexport/core";
import { missingResult } from "../calls.js";
import { dataUrl, mediaTypeOf, nameOf, resultText, urlOf } from "../content.js";
import { sessionWithoutMessages } from "../diagnostics.js";
import { sessionLine } from "../session-line.js";
import type { Dialect } from "./dialect.js";

/**
 * Messages as the AI SDK shows them (UIMessage), a line for each session and each of its sub-agents.
 * A part of the model that the SDK does not have becomes a data part, which an application may show.
 */
export const aiSdk: Dialect = {
  keeps: new Set<Feature>([
    "reasoning",
    "tool-input",
    "tool-output",
    "files",
    "edits",
    "subagents",
    "usage",
    "unknown",
  ]),
  render: chats,
};

function* chats(session: Session, context: Pick<SinkContext, "report">): Generator<string> {
  for (const each of withSubagents(session)) yield* chat(each, context);
}

function* chat(session: Session, context: Pick<SinkContext, "report">): Generator<string> {
  const { id, title, source, cwd, project, git, model, usage, parent } = session;
  const { startedAt, updatedAt, attachments = [] } = session;
  const isWritten = yield* sessionLine(uiMessages(session), {
    before: { id, title },
    after: {
      metadata: { source, startedAt, updatedAt, cwd, project, git, model, usage, parent },
      attachments: nonEmpty(attachments.map(uiPart)),
    },
  });
  if (!isWritten) context.report(sessionWithoutMessages(session));
}

function* uiMessages({ messages }: Session): Generator<object> {
  for (const message of messages) {
    const parts = [...partsOf(message)];
    // A text that a tool wrote in the user's name is not shown as the user's.
    const role = message.synthetic ? "system" : message.role;
    // An answer may be empty and still have cost something; of nobody else would the SDK take it.
    if (parts.length > 0 || role === "assistant") yield uiMessage({ ...message, role }, parts);
  }
}

function uiMessage(message: Message, parts: object[]): object {
  const { id, createdAt, createdAtFrom, model, mode, cwd, usage, stopReason } = message;
  const { synthetic, copiedFrom } = message;
  return {
    id,
    role: message.role,
    metadata: {
      createdAt,
      createdAtFrom,
      model,
      mode,
      cwd,
      usage,
      stopReason,
      synthetic,
      copiedFrom,
    },
    parts,
  };
}

/**
 * The parts of a message in its order. A step begins where the model goes on after calls: the SDK
 * needs to know when it hands the messages to a model.
 */
function* partsOf(message: Message): Generator<object> {
  let hasCalled = false;
  for (const part of message.parts) {
    // A reasoning of which the store kept no text shows nothing.
    if (part.type === "reasoning" && !part.text) continue;
    const isCall = part.type === "tool-call";
    const isSpoken = part.type === "text" || part.type === "reasoning";
    if (isSpoken && hasCalled) yield { type: "step-start" };
    if (isCall || isSpoken) hasCalled = isCall;
    // The role already says of a message whose parts are all the tool's that nobody else spoke.
    const isMarked = part.type === "text" && message.synthetic !== undefined;
    yield isMarked ? { type: "text", text: part.text } : uiPart(part);
  }
}

/** A part as the SDK has it, or as a part of data with the fields of the model. */
function uiPart(part: Part): object {
  switch (part.type) {
    case "text":
      return part.synthetic ? dataPart("synthetic", part) : { type: "text", text: part.text };
    case "reasoning":
      return { type: "reasoning", text: part.text ?? "" };
    case "tool-call":
      return toolPart(part, part.result && outputOf(part.result));
    case "file":
      return filePart(part) ?? dataPart(part.type, part);
    case "tool-result":
    case "edit":
    case "compaction":
    case "notice":
    case "unknown":
      return dataPart(part.type, part);
    default:
      return part satisfies never;
  }
}

function dataPart(name: string, { type: _, ...data }: Part): object {
  return { type: `data-${name}`, data };
}

/** The content that the model saw: a text where there is nothing else, else parts as in a message. */
function outputOf({ content }: ToolResult): string | object[] {
  const texts = content.flatMap((part) => (part.type === "text" ? part.text : []));
  return texts.length === content.length ? texts.join("\n\n") : content.map(uiPart);
}

/** A call with what the model saw of its result, in the state in which the SDK would have left it. */
function toolPart(call: ToolCall, output: string | object[] | undefined): object {
  return {
    type: "dynamic-tool",
    toolName: call.name,
    toolCallId: call.id,
    title: call.title,
    toolMetadata: metadataOf(call),
    // The SDK asks for an input; null is none.
    input: call.input ?? call.rawInput ?? null,
    ...stateOf(call, output),
  };
}

function stateOf(call: ToolCall, output: string | object[] | undefined): object {
  const { id, status, result } = call;
  const error = result ? resultText(result) : missingResult(call);
  if (status === "rejected")
    return { state: "output-denied", approval: { id, approved: false, reason: result && error } };
  if (status === "failed" || status === "cancelled" || result?.isError)
    return { state: "output-error", errorText: error };
  if (result || status === "completed")
    return { state: "output-available", output: output ?? null };
  return { state: "input-available" };
}

/** Facts about a call for which the SDK has no field. */
function metadataOf(call: ToolCall): object {
  const { kind, status, server, cwd, startedAt, completedAt, result } = call;
  const { exitCode, truncated, fullOutputPath } = result ?? {};
  return {
    kind,
    status,
    server,
    cwd,
    startedAt,
    completedAt,
    exitCode,
    truncated,
    fullOutputPath,
    subagent: "subagent" in call ? call.subagent : undefined,
    edits: "edits" in call ? call.edits : undefined,
  };
}

/** A file of which the content or the address is known, as the SDK has it. */
function filePart(file: FilePart): object | undefined {
  const url = file.data === undefined ? (textUrl(file) ?? urlOf(file)) : urlOf(file);
  if (url === undefined) return undefined;
  const { from, path, range } = file;
  return {
    type: "file",
    mediaType: typeOf(file),
    filename: nameOf(file),
    url,
    providerMetadata: { chatexport: { from, path, range } },
  };
}

function textUrl(file: FilePart): string | undefined {
  if (file.text === undefined) return undefined;
  return dataUrl(typeOf(file), Buffer.from(file.text).toString("base64"));
}

function typeOf(file: FilePart): string {
  const isPlain = file.mediaType === undefined && file.text !== undefined;
  return isPlain && file.data === undefined ? "text/plain" : mediaTypeOf(file);
}
