import {
  type Feature,
  jsonText,
  type Message,
  nonEmpty,
  present,
  type Session,
  type SinkContext,
  type ToolCall,
  type Usage,
} from "@chatexport/core";
import { type Embedded, embedded, hasSteps, startedBy } from "../agents.js";
import { callInput } from "../calls.js";
import { resultContent } from "../content.js";
import { type Contribution, contributionsOf } from "../contributions.js";
import { sessionWithoutMessages } from "../diagnostics.js";
import { detailsOf } from "../session-line.js";
import { toolDefinitions } from "../tool-definitions.js";
import { contentIn, partsIn } from "./atif-content.js";
import type { Dialect } from "./dialect.js";

/** Trajectories in the Agent Trajectory Interchange Format 1.8, a line for each session. */
export const atif: Dialect = {
  keeps: new Set<Feature>([
    "reasoning",
    "tool-input",
    "tool-output",
    "tool-definitions",
    "files",
    "subagents",
    "usage",
  ]),
  render: trajectories,
};

async function* trajectories(session: Session, context: SinkContext): AsyncGenerator<string> {
  reportEmpty(session, context);
  const all = hasSteps(session) ? [{ id: session.id, session }] : embedded(session);
  for (const one of all) {
    yield* trajectory(one, context);
    yield "\n";
  }
}

/** Names the session and the sub-agents that no trajectory holds. */
function reportEmpty(session: Session, context: Pick<SinkContext, "report">): void {
  if (!hasSteps(session)) context.report(sessionWithoutMessages(session));
  for (const subagent of session.subagents ?? []) reportEmpty(subagent, context);
}

/** A trajectory as one JSON object, step by step. The session has at least one. */
async function* trajectory(
  whole: Embedded,
  context: Pick<SinkContext, "asset">,
): AsyncGenerator<string> {
  const subagents = embedded(whole.session);
  yield* beginning(whole, subagents, context);
  // A store decides how deep sub-agents go, which recursion might not.
  const open = [{ session: whole.session, subagents, next: 0 }];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const { session, next } = level;
    const subagent = level.subagents[next];
    if (subagent) {
      yield next === 0 ? ',"subagent_trajectories":[' : ",";
      level.next++;
      const subagents = embedded(subagent.session);
      yield* beginning(subagent, subagents, context);
      open.push({ session: subagent.session, subagents, next: 0 });
    } else {
      if (next > 0) yield "]";
      yield `,"extra":${jsonText(await extraOf(session, context))}}`;
      open.pop();
    }
  }
}

/** A trajectory up to those of its sub-agents. */
async function* beginning(
  { id, session }: Embedded,
  subagents: readonly Embedded[],
  context: Pick<SinkContext, "asset">,
): AsyncGenerator<string> {
  // The format asks for a version of the agent, and the model has none.
  const agent = {
    name: session.source,
    version: "unknown",
    model_name: session.model,
    tool_definitions: toolDefinitions(session),
  };
  const head = { schema_version: "ATIF-v1.8", session_id: session.id, trajectory_id: id, agent };
  yield `${jsonText(head).slice(0, -1)},"steps":[`;
  let count = 0;
  for (const message of session.messages)
    for await (const step of stepsOf(message, { subagents, asset: context.asset })) {
      if (count > 0) yield ",";
      count++;
      yield jsonText({ step_id: count, ...step });
    }
  yield `],"final_metrics":${jsonText(totalMetrics(session.usage, count))}`;
}

async function extraOf(session: Session, { asset }: Pick<SinkContext, "asset">): Promise<object> {
  const { title, attachments } = session;
  const { content, files } = await partsIn(attachments ?? [], asset);
  return { title, ...detailsOf(session), attachments: attachments && content, files };
}

/** The steps of a message, without their numbers. An answer has at least one, which has its metrics. */
async function* stepsOf(message: Message, surroundings: Surroundings): AsyncGenerator<object> {
  const contributions = [...contributionsOf(message)];
  const answer = contributions.find(({ role }) => role === "assistant");
  const isSilent = !answer && message.role === "assistant";
  if (isSilent && (contributions.length === 0 || message.usage))
    yield await stepOf(silence, message, true, surroundings);
  for (const contribution of contributions)
    yield await stepOf(contribution, message, contribution === answer, surroundings);
}

const silence: Contribution = { role: "assistant", reasoning: [], content: [], calls: [] };
const sources = { user: "user", assistant: "agent", system: "system" } as const;

async function stepOf(
  contribution: Contribution,
  message: Message,
  hasMetrics: boolean,
  surroundings: Surroundings,
): Promise<object> {
  const { content, files } = await contentIn(contribution.content, surroundings.asset);
  const { role } = contribution;
  return {
    timestamp: message.createdAt,
    source: sources[role],
    message: content,
    ...(role === "assistant" && (await agentFields(contribution, message, surroundings))),
    ...(hasMetrics && message.usage && { metrics: metricsOf(message.usage) }),
    is_copied_context: message.copiedFrom && true,
    extra: {
      message_id: message.id,
      mode: message.mode,
      cwd: message.cwd,
      stop_reason: role === "assistant" ? message.stopReason : undefined,
      files,
    },
  };
}

/** The fields that only steps of an agent may have. */
async function agentFields(
  { reasoning, calls }: Contribution,
  { model }: Message,
  surroundings: Surroundings,
): Promise<object> {
  const reasoning_content = reasoning.length > 0 ? reasoning.join("\n\n") : undefined;
  const spoken = { model_name: model, reasoning_content };
  if (calls.length === 0) return spoken;
  return {
    ...spoken,
    tool_calls: calls.map((call) => ({
      tool_call_id: call.id,
      function_name: call.name,
      arguments: callInput(call),
      extra: { kind: call.kind, status: call.status, title: call.title, server: call.server },
    })),
    observation: await observationOf(calls, surroundings),
  };
}

/** The facts that a step needs besides its message. */
interface Surroundings {
  subagents: readonly Embedded[];
  asset: SinkContext["asset"];
}

/** The results of calls; undefined where none was recorded. */
async function observationOf(
  calls: readonly ToolCall[],
  surroundings: Surroundings,
): Promise<{ results: object[] } | undefined> {
  const results: object[] = [];
  for (const call of calls) {
    const result = await resultOf(call, surroundings);
    if (result) results.push(result);
  }
  return results.length > 0 ? { results } : undefined;
}

async function resultOf(
  call: ToolCall,
  { subagents, asset }: Surroundings,
): Promise<object | undefined> {
  const started = startedBy(call, subagents).map(({ id, session }) => ({
    trajectory_id: id,
    session_id: session.id,
  }));
  const { id: source_call_id, result } = call;
  const subagent_trajectory_ref = nonEmpty(started);
  if (!result) return subagent_trajectory_ref && { source_call_id, subagent_trajectory_ref };
  const { content, files } = await contentIn(resultContent(result), asset);
  const { isError, exitCode, truncated } = result;
  const extra = { is_error: isError, exit_code: exitCode, truncated, files };
  return { source_call_id, content, subagent_trajectory_ref, extra };
}

/** The usage of an answer; both formats have inclusive totals. */
function metricsOf(usage: Usage): object {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    cached_tokens: usage.cacheReadTokens,
    cost_usd: dollars(usage),
    extra: othersOf(usage),
  };
}

/** The usage of a session, where its store reports it, and the number of steps. */
function totalMetrics(usage: Usage | undefined, steps: number): object {
  return {
    total_prompt_tokens: usage?.inputTokens,
    total_completion_tokens: usage?.outputTokens,
    total_cached_tokens: usage?.cacheReadTokens,
    total_cost_usd: usage && dollars(usage),
    total_steps: steps,
    extra: usage && othersOf(usage),
  };
}

function dollars({ cost }: Usage): number | undefined {
  return cost?.currency === "USD" ? cost.amount : undefined;
}

/** Usage for which the format has no field. */
function othersOf(usage: Usage): object | undefined {
  const others = present({
    cache_write_tokens: usage.cacheWriteTokens,
    reasoning_tokens: usage.reasoningTokens,
    cost: dollars(usage) === undefined ? usage.cost : undefined,
  });
  return Object.keys(others).length > 0 ? others : undefined;
}
