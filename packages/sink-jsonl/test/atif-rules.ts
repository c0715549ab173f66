import type { JsonObject } from "@chatexport/core";
import { listOf, objectOf, stringOf } from "@chatexport/core/read";

/** The problems that a validator of ATIF 1.8 would find in a trajectory, those inside included. */
export function atifProblems(trajectory: JsonObject): string[] {
  const steps = listOf(trajectory.steps)?.map((step) => objectOf(step) ?? {}) ?? [];
  const inside = listOf(trajectory.subagent_trajectories)?.map((each) => objectOf(each) ?? {});
  const ids = inside?.map(({ trajectory_id }) => trajectory_id) ?? [];
  const agent = objectOf(trajectory.agent) ?? {};
  return [
    ...unknownKeys(trajectory, trajectoryKeys),
    ...unknownKeys(agent, ["name", "version", "model_name", "tool_definitions", "extra"]),
    ...problem(trajectory.schema_version !== "ATIF-v1.8", "schema_version"),
    ...problem(typeof trajectory.trajectory_id !== "string", "trajectory_id"),
    ...problem(typeof trajectory.session_id !== "string", "session_id"),
    ...problem(typeof agent.name !== "string" || typeof agent.version !== "string", "agent"),
    ...problem(steps.length === 0, "no steps"),
    ...problem(objectOf(trajectory.final_metrics)?.total_steps !== steps.length, "total_steps"),
    ...problem(inside?.length === 0, "empty subagent_trajectories"),
    ...problem(new Set(ids).size < ids.length, "trajectory_id is not unique"),
    ...steps.flatMap((step, index) =>
      [
        ...problem(step.step_id !== index + 1, "step_id"),
        ...stepProblems(step),
        ...referenceProblems(step, ids),
      ].map((text) => `steps[${index}]: ${text}`),
    ),
    ...(inside ?? []).flatMap(atifProblems),
  ];
}

const trajectoryKeys = [
  ...["schema_version", "session_id", "trajectory_id", "agent", "steps", "notes"],
  ...["final_metrics", "continued_trajectory_ref", "extra", "subagent_trajectories"],
];
const agentKeys = [
  ...["model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics"],
];
const stepKeys = [
  ...["step_id", "timestamp", "source", "message", "observation"],
  ...["is_copied_context", "llm_call_count", "extra"],
];
const metricKeys = ["prompt_tokens", "completion_tokens", "cached_tokens", "cost_usd", "extra"];

function stepProblems(step: JsonObject): string[] {
  const { source, timestamp, metrics } = step;
  const calls = callsOf(step);
  return [
    ...unknownKeys(step, [...stepKeys, ...(source === "agent" ? agentKeys : [])]),
    ...unknownKeys(objectOf(metrics) ?? {}, metricKeys),
    ...problem(!["system", "user", "agent"].includes(String(source)), "source"),
    ...problem(timestamp !== undefined && Number.isNaN(Date.parse(`${timestamp}`)), "timestamp"),
    ...problem(!isContent(step.message), "message"),
    ...problem(!calls.every(isCall), "tool_calls"),
    ...resultsOf(step).flatMap((result) => [
      ...unknownKeys(result, ["source_call_id", "content", "subagent_trajectory_ref", "extra"]),
      ...problem(!calls.some((call) => call.tool_call_id === result.source_call_id), "result"),
      ...problem(result.content !== undefined && !isContent(result.content), "content"),
    ]),
  ];
}

function isCall(call: JsonObject): boolean {
  const keys = ["tool_call_id", "function_name", "arguments", "extra"];
  return (
    unknownKeys(call, keys).length === 0 &&
    typeof call.tool_call_id === "string" &&
    typeof call.function_name === "string" &&
    objectOf(call.arguments) !== undefined
  );
}

function referenceProblems(step: JsonObject, ids: readonly unknown[]): string[] {
  return resultsOf(step)
    .flatMap((result) => listOf(result.subagent_trajectory_ref) ?? [])
    .flatMap((reference) =>
      problem(!ids.includes(objectOf(reference)?.trajectory_id), "reference to nothing"),
    );
}

function callsOf(step: JsonObject): JsonObject[] {
  return (listOf(step.tool_calls) ?? []).map((call) => objectOf(call) ?? {});
}

function resultsOf(step: JsonObject): JsonObject[] {
  const results = listOf(objectOf(step.observation)?.results) ?? [];
  return results.map((result) => objectOf(result) ?? {});
}

function isContent(content: unknown): boolean {
  if (typeof content === "string") return true;
  const parts = listOf(content) ?? [];
  return parts.length > 0 && parts.every((part) => isPart(objectOf(part) ?? {}));
}

/** A text, an image or a recording: one of them. */
function isPart({ type, text, source, ...rest }: JsonObject): boolean {
  if (Object.keys(rest).length > 0) return false;
  if (type === "text") return typeof text === "string" && source === undefined;
  const { media_type, path, ...others } = objectOf(source) ?? {};
  const types = {
    image: /^image\/(?:jpeg|png|gif|webp)$/,
    audio: /^audio\/(?:aac|aiff|flac|m4a|mp3|mp4|mpeg|ogg|wav|webm)$/,
  };
  return (
    (type === "image" || type === "audio") &&
    text === undefined &&
    Object.keys(others).length === 0 &&
    types[type].test(stringOf(media_type) ?? "") &&
    typeof path === "string"
  );
}

function unknownKeys(object: JsonObject, known: readonly string[]): string[] {
  return Object.keys(object)
    .filter((key) => !known.includes(key))
    .map((key) => `unknown key ${key}`);
}

function problem(isOne: boolean, text: string): string[] {
  return isOne ? [text] : [];
}
