import {
  type Feature,
  type FilePart,
  type Message,
  nonEmpty,
  type Part,
  resultParts,
  type Session,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import { missingResult } from "../calls.js";
import { dataUrl, mediaTypeOf, nameOf, resultText, urlOf } from "../content.js";
import { type SessionLine, sessionLines } from "../session-line.js";
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
  render: (session, context) => sessionLines(session, context, chat),
};

function chat(session: Session): SessionLine {
  const { id, title, source, cwd, project, git, model, usage, parent } = session;
  const { startedAt, updatedAt, attachments = [] } = session;
  return {
    before: { id, title },
    messages: uiMessages(session),
    after: {
      metadata: { source, startedAt, updatedAt, cwd, project, git, model, usage, parent },
      attachments: nonEmpty(attachments.map(uiPart)),
    },
  };
}

function* uiMessages({ messages }: Session): Generator<object> {
  for (const message of messages) {
    const { id, createdAt, createdAtFrom, model, mode, cwd, usage, stopReason } = message;
    const { synthetic, copiedFrom } = message;
    const answer = { createdAt, createdAtFrom, model, mode, cwd, usage, stopReason };
    const metadata = { ...answer, synthetic, copiedFrom };
    const parts = [...partsOf(message)];
    // A text that a tool wrote in the user's name is not shown as the user's.
    const role = synthetic ? "system" : message.role;
    // An answer may be empty and still have cost something; the SDK takes an empty message from no other role.
    if (parts.length > 0 || role === "assistant") yield { id, role, metadata, parts };
  }
}

/** The parts of a message; a step, which the SDK asks for, begins where it goes on after calls. */
function* partsOf(message: Message): Generator<object> {
  let hasCalled = false;
  for (const part of message.parts) {
    // A reasoning of which the store kept no text shows nothing.
    if (part.type === "reasoning" && !part.text) continue;
    const isCall = part.type === "tool-call";
    const isSpoken = part.type === "text" || part.type === "reasoning";
    if (isSpoken && hasCalled) yield { type: "step-start" };
    if (isCall || isSpoken) hasCalled = isCall;
    // When all parts are the tool's, the role says already that no person spoke.
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
function outputOf(result: ToolResult): string | object[] {
  const content = resultParts(result);
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
    // The SDK asks for an input; null says that there is none.
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
  const { kind, status, rejectedBy, server, cwd, startedAt, completedAt, result } = call;
  const { exitCode, truncated, fullOutputPath } = result ?? {};
  const run = { kind, status, rejectedBy, server, cwd, startedAt, completedAt };
  const returned = { exitCode, truncated, fullOutputPath };
  const subagent = "subagent" in call ? call.subagent : undefined;
  return { ...run, ...returned, subagent, edits: "edits" in call ? call.edits : undefined };
}

/** A file of which the content or the address is known, as the SDK has it. */
function filePart(file: FilePart): object | undefined {
  const { data, text } = file;
  const isText = data === undefined && text !== undefined;
  const mediaType = isText && file.mediaType === undefined ? "text/plain" : mediaTypeOf(file);
  const url = isText ? dataUrl(mediaType, Buffer.from(text).toString("base64")) : urlOf(file);
  if (url === undefined) return undefined;
  const { from, path, range } = file;
  return {
    type: "file",
    mediaType,
    filename: nameOf(file),
    url,
    providerMetadata: { chatexport: { from, path, range } },
  };
}
