import {
  type Feature,
  jsonText,
  type Message,
  type Session,
  type ToolCall,
  type Usage,
  withSubagents,
} from "@chatexport/core";
import { embedded, hasSteps, startedBy } from "../agents.js";
import { callInput } from "../calls.js";
import { type Content, describedFile, mediaTypeOf, resultText, urlOf } from "../content.js";
import { type Contribution, contributionsOf } from "../contributions.js";
import { sessionWithoutMessages, traceWithoutTimes } from "../diagnostics.js";
import type { Dialect } from "./dialect.js";
import {
  attributesOf,
  beginningOf,
  SessionClock,
  type Span,
  spanIds,
  spanPieces,
} from "./otlp-spans.js";

/**
 * A trace for each session: a line of OTLP in JSON, with the attributes that OpenTelemetry names for generative
 * AI. Each run of an agent, each response and each call is a span.
 */
export const otlp: Dialect = {
  keeps: new Set<Feature>([
    ...(["reasoning", "tool-input", "tool-output", "tool-definitions"] as const),
    ...(["files", "subagents", "usage"] as const),
  ]),
  *render(session, { report }) {
    const members = [...withSubagents(session)];
    for (const each of members) if (!hasSteps(each)) report(sessionWithoutMessages(each));
    const agents = members.filter(hasSteps);
    if (agents.length === 0) return;
    const begin = beginningOf(session);
    if (begin === undefined) report(traceWithoutTimes(session));
    const resource = { attributes: attributesOf({ "service.name": session.source }) };
    yield `{"resourceSpans":[{"resource":${jsonText(resource)},"scopeSpans":[{"scope":{"name":"chatexport"},"spans":[`;
    let isFirst = true;
    for (const span of spansOf(agents, session, begin ?? 0)) {
      if (!isFirst) yield ",";
      yield* spanPieces(span);
      isFirst = false;
    }
    yield "]}]}]}\n";
  },
};

// Of `SpanKind` and `StatusCode`.
const [internal, client] = [1, 3];
const error = { code: 2 };

/** The spans of sessions, parents first; a run of an agent follows what happened in it. */
function* spansOf(sessions: readonly Session[], root: Session, begin: number): Generator<Span> {
  const ids = spanIds(root);
  const parents = new Map<Session, string>();
  for (const session of sessions) {
    const run = ids.next();
    const clock = new SessionClock(session, begin);
    const agents = embedded(session);
    for (const { session: agent } of agents) parents.set(agent, run);
    const conversation = { "gen_ai.conversation.id": session.id };
    const span = (parentSpanId: string | undefined, spanId = ids.next()) => ({
      ...{ traceId: ids.trace, spanId, parentSpanId },
    });
    let waiting: object[] = [];
    for (const message of session.messages) {
      const answer: Contribution[] = [];
      for (const contribution of contributionsOf(message))
        if (contribution.role === "assistant") answer.push(contribution);
        else waiting.push(...messageOf(contribution));
      if (answer.length === 0 && !message.usage) {
        clock.pass(message);
        continue;
      }
      yield {
        ...span(run),
        ...{ name: named("chat", message.model), kind: client, ...clock.response(message) },
        attributes: attributesOf({ ...chatOf(message), ...conversation }),
        messages: {
          "gen_ai.input.messages": waiting,
          "gen_ai.output.messages": answer
            .flatMap(messageOf)
            .map((each) => finished(each, message)),
        },
      };
      waiting = [];
      for (const call of answer.flatMap(({ calls }) => calls)) {
        const own = span(run);
        for (const { session: agent } of startedBy(call, agents)) parents.set(agent, own.spanId);
        yield {
          ...own,
          ...{ name: named("execute_tool", call.name), kind: internal, ...clock.call(call) },
          attributes: attributesOf({ ...callOf(call), ...conversation }),
          status: call.status === "failed" ? error : undefined,
        };
      }
    }
    yield {
      ...span(parents.get(session), run),
      ...{ name: named("invoke_agent", session.source), kind: internal, ...clock.run() },
      attributes: attributesOf({ ...runOf(session), ...conversation }),
      // What no response followed.
      messages: {
        "gen_ai.input.messages": waiting,
        "chatexport.attachments": (session.attachments ?? []).map(partOf),
      },
    };
  }
}

function named(operation: string, what: string | undefined): string {
  return what === undefined ? operation : `${operation} ${what}`;
}

function finished(output: object, { stopReason = "unknown" }: Message): object {
  return { ...output, finish_reason: stopReason };
}

/** Attributes of a response. */
function chatOf(message: Message) {
  const { model, stopReason } = message;
  return {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": message.provider,
    "gen_ai.request.model": model,
    "gen_ai.response.model": model,
    "gen_ai.response.id": message.responseId,
    "gen_ai.response.finish_reasons": stopReason === undefined ? undefined : [stopReason],
    ...usageOf(message.usage),
  };
}

function usageOf(usage: Usage | undefined) {
  return {
    "gen_ai.usage.input_tokens": usage?.inputTokens,
    "gen_ai.usage.output_tokens": usage?.outputTokens,
    "gen_ai.usage.cache_read.input_tokens": usage?.cacheReadTokens,
    "gen_ai.usage.cache_creation.input_tokens": usage?.cacheWriteTokens,
    "gen_ai.usage.reasoning.output_tokens": usage?.reasoningTokens,
    // OpenTelemetry has no name for it; those who show costs agree on this one, in dollars.
    "gen_ai.usage.cost": usage?.cost?.currency === "USD" ? usage.cost.amount : undefined,
    "chatexport.cost": usage?.cost?.currency === "USD" ? undefined : usage?.cost,
  };
}

function callOf(call: ToolCall) {
  return {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": call.name,
    "gen_ai.tool.call.id": call.id,
    "gen_ai.tool.type": "function",
    "gen_ai.tool.call.arguments": callInput(call),
    "gen_ai.tool.call.result": call.result && resultText(call.result),
    "error.type": call.status === "failed" ? "tool_error" : undefined,
  };
}

/** Attributes of a run of an agent. */
function runOf({ source, title, cwd, git, tools, usage, messages }: Session) {
  // Who sums up usage would count a total again.
  const isSum = messages.some((message) => message.usage);
  return {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": source,
    "gen_ai.agent.description": title,
    "gen_ai.tool.definitions": tools?.map(({ name, description, inputSchema }) => ({
      ...{ type: "function", name, description, parameters: inputSchema },
    })),
    "process.working_directory": cwd,
    "vcs.ref.head.name": git?.branch,
    "vcs.ref.head.revision": git?.commit,
    ...(isSum ? { "chatexport.total_usage": usage } : usageOf(usage)),
  };
}

/** A contribution as a message; none for one without content. */
function messageOf({ role, reasoning, content, calls }: Contribution): object[] {
  const parts = [
    ...reasoning.map((text) => ({ type: "reasoning", content: text })),
    ...content.map(partOf),
    ...calls.map((call) => ({
      ...{ type: "tool_call", id: call.id, name: call.name, arguments: callInput(call) },
    })),
  ];
  return parts.length === 0 ? [] : [{ role, parts }];
}

function partOf(part: Content): object {
  if (part.type === "text") return { type: "text", content: part.text };
  const mime_type = mediaTypeOf(part);
  const [modality = ""] = mime_type.split("/");
  const isMedia = ["image", "audio", "video"].includes(modality);
  const url = isMedia ? urlOf(part) : undefined;
  if (url === undefined) return { type: "text", content: describedFile(part) };
  return part.data === undefined
    ? { type: "uri", modality, mime_type, uri: url }
    : { type: "blob", modality, mime_type, content: part.data };
}
